@_exported import SharedFixtures
@_exported import TalynCassettes
// Gives every test of this module a TestClock.
@_exported import TalynTesting
