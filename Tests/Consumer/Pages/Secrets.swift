import Talyn
