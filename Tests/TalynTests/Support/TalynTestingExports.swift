@_exported import SharedFixtures
// Every test of this module may have a TestClock; what else the module holds, too.
@_exported import TalynTesting
