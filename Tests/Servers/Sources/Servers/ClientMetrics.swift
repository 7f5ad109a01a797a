import Metrics
import Talyn

extension Plugin where Self == MetricsPlugin {
    /// Records each call, by OpenTelemetry's names for HTTP clients.
    static var clientMetrics: MetricsPlugin {
        .metrics { call in
            let dimensions = [
                ("http.request.method", call.method?.rawValue ?? "none"), ("url.scheme", call.scheme ?? "none"),
                ("server.address", call.host ?? "none"), ("server.port", call.port.map { "\($0)" } ?? "none"),
                ("url.template", call.template ?? "none"),
                ("http.response.status_code", call.status.map { "\($0)" } ?? "none"),
                ("error.type", call.failure?.rawValue ?? "none"),
            ]
            Metrics.Timer(label: "http.client.request.duration", dimensions: dimensions).record(duration: call.total)
            Counter(label: "http.client.resends", dimensions: dimensions).increment(by: max(call.attempts - 1, 0))
        }
    }
}
