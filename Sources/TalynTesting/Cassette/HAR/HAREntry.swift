package import Talyn

/// One exchange of a HAR document.
package struct HAREntry: Sendable, Equatable {
    /// When the request began, in ISO 8601; empty where it is missing.
    package var started: String

    /// How long the exchange took, in milliseconds; -1 where it is not known.
    package var time: Double

    /// The request as it was sent.
    package var request: HARRequest

    /// The response; its status is 0 where none came.
    package var response: HARResponse

    /// What is known of a browser's cache.
    package var cache: [String: JSONValue]

    /// The times of the exchange's parts, in milliseconds; -1 where they are not known.
    package var timings: [String: JSONValue]

    /// The name of the case that the request was made from, such as `GitHub.user`: `_operation`.
    package var operation: String?

    /// Its path with placeholders, such as `users/{}`: `_template`.
    package var template: String?

    /// What else is in it.
    package var other: [String: JSONValue] = [:]

    /// Why it cannot be read; nil for every entry that can. One that cannot answers nothing, and keeps its number.
    package private(set) var fault: CassetteError?

    /// What stands in the file where it cannot be read.
    private var unread = JSONValue.null

    /// An exchange.
    package init(started: String, time: Double, request: HARRequest, response: HARResponse) {
        self.started = started
        self.time = time
        self.request = request
        self.response = response
        cache = [:]
        timings = ["send": -1, "wait": JSONValue(milliseconds: time), "receive": -1]
    }

    /// An entry of a file; one that cannot be read stays what it is.
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
        time = try entry.number("time") ?? -1
        request = try HARRequest(entry.object("request"))
        response = try HARResponse(entry.object("response"))
        cache = try entry.optionalObject("cache") ?? [:]
        timings = try entry.optionalObject("timings") ?? ["send": -1, "wait": -1, "receive": -1]
        operation = try entry.text("_operation")
        template = try entry.text("_template")
        other = entry.rest
    }

    /// The exchange as JSON.
    package var json: JSONValue {
        if fault != nil { return unread }
        var entry = other
        entry["startedDateTime"] = .string(started)
        entry["time"] = JSONValue(milliseconds: time)
        entry["request"] = request.json
        entry["response"] = response.json
        entry["cache"] = .object(cache)
        entry["timings"] = .object(timings)
        entry["_operation"] = operation.map(JSONValue.string)
        entry["_template"] = template.map(JSONValue.string)
        return .object(entry)
    }
}

extension JSONValue {
    /// A time in milliseconds, a whole number where it is one.
    init(milliseconds: Double) {
        self = Int64(exactly: milliseconds).map(JSONValue.integer) ?? .number(milliseconds)
    }

    /// A text, or what stands for a missing one.
    init(optional text: String?) { self = text.map(JSONValue.string) ?? .null }
}
