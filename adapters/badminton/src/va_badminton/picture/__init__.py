"""The synthetic picture: a fixed camera over a court, two figures, a shuttle.

It is drawn from `BadmintonMatch.rallies` alone, in which no score stands, and it loads no font.
"""
