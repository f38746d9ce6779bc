"""Badminton for Video-Arena: ShuttleSet records to cases with a synthetic 3D picture."""
