"""From records to cases: select, evaluate, draw, write down. Every stage can be run again."""
