import Talyn
import TalynStubs
