package import Talyn

/// One exchange of a HAR document.
package struct HAREntry: Sendable, Equatable {
    /// The start of the request, in ISO 8601; empty if missing.
    package var started: String
    /// The duration of the exchange, in milliseconds; -1 if unknown.
    package var time: Double
    package var request: HARRequest
    package var response: HARResponse
    /// The state of a browser's cache.
    package var cache: [String: JSONValue] = [:]
    /// The durations of the exchange's phases, in milliseconds; -1 if unknown.
    package var timings: [String: JSONValue]
    /// The operation, such as `GitHub.user`: `_operation`.
    package var operation: String?
    /// The path with placeholders, such as `users/{}`: `_template`.
    package var template: String?
    /// Other members.
    package var other: [String: JSONValue] = [:]
    /// The reason why it cannot be read; nil if it can. An entry that cannot be read answers no request.
    package private(set) var fault: CassetteError?
    /// The JSON of an entry that cannot be read.
    private var unread = JSONValue.null

    /// An exchange.
    package init(started: String, time: Double, request: HARRequest, response: HARResponse) {
        self.started = started
        self.time = time
        self.request = request
        self.response = response
        timings = ["send": -1, "wait": JSONValue(time), "receive": -1]
    }

    /// An entry of a file; one that cannot be read keeps its JSON.
    init(reading value: JSONValue, _ place: HARPlace) {
        do throws(CassetteError) { self = try HAREntry(HARFields(value, place)) } catch {
            self.init(started: "", time: -1, request: HARRequest(method: "", url: ""), response: HARResponse())
            fault = error
            unread = value
        }
    }

    private init(_ entry: HARFields) throws(CassetteError) {
        var entry = entry
        started = try entry.text("startedDateTime") ?? ""
        time = try entry.number("time")
        request = try HARRequest(entry.requiredObject("request"))
        response = try HARResponse(entry.requiredObject("response"))
        cache = try entry.object("cache")?.rest ?? [:]
        timings = try entry.object("timings")?.rest ?? ["send": -1, "wait": -1, "receive": -1]
        operation = try entry.text("_operation")
        template = try entry.text("_template")
        other = entry.rest
    }

    /// The exchange as JSON.
    package var json: JSONValue {
        if fault != nil { return unread }
        var entry = other
        entry["startedDateTime"] = .string(started)
        entry["time"] = JSONValue(time)
        entry["request"] = request.json
        entry["response"] = response.json
        entry["cache"] = .object(cache)
        entry["timings"] = .object(timings)
        entry["_operation"] = operation.map(JSONValue.string)
        entry["_template"] = template.map(JSONValue.string)
        return .object(entry)
    }
}
