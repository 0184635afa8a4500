"""Never ends while it is loaded."""
# check: endless-import.py

from nim import *


while True:
    pass
