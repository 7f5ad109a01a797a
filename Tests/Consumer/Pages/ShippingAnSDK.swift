internal import Talyn
