import Talyn
import TalynTestSupport
import TalynTesting
import Testing
