import Talyn
import TalynTesting
import Testing
