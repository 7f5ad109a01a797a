@_exported import SharedFixtures
// Gives every test of this module a TestClock.
@_exported import TalynTesting
