import Testing

@testable import TalynMoya
