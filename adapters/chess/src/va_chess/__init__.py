"""Chess for Video-Arena. GPL-3.0-or-later, because python-chess is."""
