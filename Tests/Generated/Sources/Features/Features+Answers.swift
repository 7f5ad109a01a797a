// Generated from features.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Call where Target == Features, Value == Features.Thing {
    /// GET /things/{id}
    /// - Parameters:
    ///   - id: The ID of a thing.
    static func getThing(id: Int64) -> Self { Self(.getThing(id: id)) }
}

nonisolated extension Call where Target == Features, Value == Void {
    /// DELETE /things/{id}
    /// - Parameters:
    ///   - id: The ID of a thing.
    static func deleteThing(id: Int64) -> Self { Self(.deleteThing(id: id)) }

    /// PUT /things/{id}
    /// - Parameters:
    ///   - id: The ID of a thing.
    static func renewThing(id: Int64) -> Self { Self(.renewThing(id: id)) }
}

nonisolated extension Call where Target == Features, Value == Features.StartJobResponse {
    /// POST /jobs
    static func startJob() -> Self { Self(.startJob, decode: { try Features.StartJobResponse($0) }) }
}

nonisolated extension Call where Target == Features, Value == Features.Thing? {
    /// GET /maybe
    static func getMaybe() -> Self { Self(.getMaybe) }

    /// GET /null-or-thing
    static func getNullOrThing() -> Self { Self(.getNullOrThing) }
}

nonisolated extension Call where Target == Features, Value == String? {
    /// GET /maybe-text
    static func getMaybeText() -> Self {
        Self(.getMaybeText, decode: { try $0.decode(Features.Box<String>?.self)?.wrappedValue })
    }

    /// GET /json-null-text
    static func getJSONNullText() -> Self {
        Self(.getJSONNullText, decode: { try $0.decode(Features.Box<String>?.self)?.wrappedValue })
    }
}

nonisolated extension Call where Target == Features, Value == String {
    /// GET /json-text
    static func getJSONText() -> Self {
        Self(.getJSONText, decode: { try $0.decode(Features.Box<String>.self).wrappedValue })
    }

    /// GET /plain
    static func getPlain() -> Self { Self(.getPlain) }
}

nonisolated extension Call where Target == Features, Value == Features.PlainName {
    /// GET /json-name
    static func getJSONName() -> Self {
        Self(.getJSONName, decode: { try $0.decode(Features.Box<String>.self).wrappedValue })
    }
}

nonisolated extension Call where Target == Features, Value == Data {
    /// GET /json-bytes
    static func getJSONBytes() -> Self {
        Self(.getJSONBytes, decode: { try $0.decode(Features.Box<Data>.self).wrappedValue })
    }

    /// GET /bytes
    static func getBytes() -> Self { Self(.getBytes) }
}

nonisolated extension Call where Target == Features, Value == Date {
    /// GET /json-date
    static func getJSONDate() -> Self { Self(.getJSONDate) }
}

nonisolated extension Call where Target == Features, Value == Double {
    /// GET /json-number
    static func getJSONNumber() -> Self { Self(.getJSONNumber) }
}

nonisolated extension Call where Target == Features, Value == Features.Color {
    /// GET /json-color
    static func getColor() -> Self { Self(.getColor) }
}

nonisolated extension StreamCall where Target == Features, Element == Features.Tick {
    /// GET /stream
    static func streamTicks() -> Self { .events(.streamTicks) }
}

nonisolated extension StreamCall where Target == Features, Element == ServerSentEvent {
    /// GET /logs
    static func streamLogs() -> Self { .events(.streamLogs) }
}

nonisolated extension Call where Target == Features, Value == Features.GetTimesResponse {
    /// GET /times
    static func getTimes() -> Self { Self(.getTimes) }
}

nonisolated extension Call where Target == Features, Value == Features.Unions {
    /// GET /unions
    static func getUnions() -> Self { Self(.getUnions) }
}

nonisolated extension Features {
    /// The answer of ``startJob``, by the status.
    enum StartJobResponse: Equatable, Sendable {
        case created(Thing)
        case accepted(StartJobAccepted)
        case noContent

        init(_ response: Response) throws(RequestError) {
            switch response.statusCode {
            case 201: self = .created(try response.decode(Thing.self))
            case 202: self = .accepted(try response.decode(StartJobAccepted.self))
            default: self = .noContent
            }
        }
    }
}
