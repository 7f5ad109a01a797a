import Talyn
import TalynConformance
import Testing

nonisolated struct Output {
    func `yield`(_ transfer: TransferMetrics) {}
}
nonisolated let report = Output()
