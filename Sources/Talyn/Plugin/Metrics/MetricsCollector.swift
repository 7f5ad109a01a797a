/// Sums of what calls took, that can be asked for at any time, for all of them or for each operation.
///
/// Grows with the number of operations, not with the number of calls.
public final class MetricsCollector: Sendable {
    private struct State {
        var all = MetricsTotals()
        var operations: [String: MetricsTotals] = [:]
    }

    private let state = Locked(State())

    /// A collector at zero.
    public init() {}

    /// The sums of all calls.
    public var totals: MetricsTotals { state.withLock { $0.all } }

    /// The sums by the endpoint's name, such as `GitHub.user`; calls without a target are under "endpoint".
    public var operations: [String: MetricsTotals] { state.withLock { $0.operations } }

    /// Adds a call.
    public func add(_ metrics: CallMetrics) {
        state.withLock { state in
            state.all.add(metrics)
            state.operations[metrics.operation ?? "endpoint", default: MetricsTotals()].add(metrics)
        }
    }

    /// Begins anew at zero, and returns what was there.
    @discardableResult
    public func reset() -> MetricsTotals {
        state.withLock { state in
            defer { state = State() }
            return state.all
        }
    }

    /// The sums of each operation as text that Prometheus reads (its text format, 0.0.4), in a fixed order.
    ///
    /// `requests_total`, `responses_total`, `errors_total` by category, `attempts_total`, `exchanges_total`,
    /// `redirects_total`, `sent_bytes_total`, `received_bytes_total` and, as sums in seconds, `duration_seconds_sum` and
    /// `transfer_seconds_sum`.
    public var prometheusText: String {
        let operations = operations.sorted { $0.key < $1.key }
        var lines: [String] = []
        for (name, value) in MetricsTotals.counters {
            lines += operations.map { "\(name){operation=\"\($0.key.escapedLabel)\"} \(value($0.value))" }
        }
        for (operation, totals) in operations {
            for (category, count) in totals.errors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                lines.append(
                    "errors_total{operation=\"\(operation.escapedLabel)\",category=\"\(category.rawValue.escapedLabel)\"} "
                        + "\(count)")
            }
        }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }
}

extension MetricsCollector: RedactedStringConvertible {
    /// How many calls there were, and how many of them failed.
    public var description: String {
        let totals = totals
        return "MetricsCollector(\(totals.requests) requests, \(totals.requests - totals.responses) errors)"
    }
}

extension String {
    /// As the value of a label: backslash, quote and line feed escaped.
    fileprivate var escapedLabel: String {
        replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"").replacing(bytes: "\n", with: "\\n")
    }
}
