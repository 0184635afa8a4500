"""Has secrets, and does not say how to imagine them."""
# check: no `imagine`

from coins import *


del imagine
