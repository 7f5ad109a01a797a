import Talyn
import TalynTestSupport
import TalynTesting
import Testing
import XCTest

let fixtures = URL(fileURLWithPath: "Fixtures")
