import Talyn
import TalynStubs
import Testing

let photos = Provider<Photos>()
let png = Data()

nonisolated func show(_ sent: Int64, _ total: Int64?) {}
