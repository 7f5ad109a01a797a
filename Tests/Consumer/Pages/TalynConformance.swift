import Talyn
import TalynConformance
import Testing
