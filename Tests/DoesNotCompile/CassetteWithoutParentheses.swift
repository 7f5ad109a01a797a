// expect: write '.cassette()'
import Talyn
import TalynTestSupport
import Testing

@Test(.cassette) func theProfileIsShown() {}
