import Talyn
import TalynStubs
import Testing
