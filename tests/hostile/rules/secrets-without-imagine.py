"""Has secrets, and does not say how to imagine them."""
# check: imagine

from coins import *


del imagine
