// Generated from features.yaml by `swift package generate-api`. Made again, it loses changes.

import Talyn

nonisolated extension Call where Target == Features, Value == Features.Thing {
    /// - Parameters:
    ///   - id: The ID of a thing.
    static func getThing(id: Int64) -> Self { Self(.getThing(id: id)) }
}

nonisolated extension Call where Target == Features, Value == Void {
    /// - Parameters:
    ///   - id: The ID of a thing.
    static func deleteThing(id: Int64) -> Self { Self(.deleteThing(id: id)) }

    /// - Parameters:
    ///   - id: The ID of a thing.
    static func renewThing(id: Int64) -> Self { Self(.renewThing(id: id)) }
}

nonisolated extension Call where Target == Features, Value == Features.StartJobResponse2 {
    static func startJob() -> Self { Self(.startJob, decode: { try Features.StartJobResponse2($0) }) }
}

nonisolated extension Call where Target == Features, Value == Features.Thing? {
    static func getMaybe() -> Self { Self(.getMaybe) }

    static func getNullOrThing() -> Self { Self(.getNullOrThing) }
}

nonisolated extension Call where Target == Features, Value == String {
    static func getMaybeText() -> Self {
        Self(.getMaybeText, decode: { try $0.decode(Features.Box<String>.self).value })
    }

    static func getJSONText() -> Self { Self(.getJSONText, decode: { try $0.decode(Features.Box<String>.self).value }) }

    static func getJSONNullText() -> Self {
        Self(.getJSONNullText, decode: { try $0.decode(Features.Box<String>.self).value })
    }

    static func getPlain() -> Self { Self(.getPlain) }
}

nonisolated extension Call where Target == Features, Value == Features.PlainName {
    static func getJSONName() -> Self { Self(.getJSONName) }
}

nonisolated extension Call where Target == Features, Value == Data {
    static func getJSONBytes() -> Self { Self(.getJSONBytes) }

    static func getBytes() -> Self { Self(.getBytes) }
}

nonisolated extension Call where Target == Features, Value == Date {
    static func getJSONDate() -> Self { Self(.getJSONDate) }
}

nonisolated extension Call where Target == Features, Value == Double {
    static func getJSONNumber() -> Self { Self(.getJSONNumber) }
}

nonisolated extension Call where Target == Features, Value == Features.Color {
    static func getColor() -> Self { Self(.getColor) }
}

nonisolated extension StreamCall where Target == Features, Element == Features.Tick {
    static func streamTicks() -> Self { .events(.streamTicks) }
}

nonisolated extension StreamCall where Target == Features, Element == ServerSentEvent {
    static func streamLogs() -> Self { .events(.streamLogs) }
}

nonisolated extension Call where Target == Features, Value == Features.GetTimesResponse {
    static func getTimes() -> Self { Self(.getTimes) }
}

nonisolated extension Call where Target == Features, Value == Features.Unions {
    static func getUnions() -> Self { Self(.getUnions) }
}

nonisolated extension Features {
    /// What ``startJob`` answers, by the status.
    enum StartJobResponse2: Equatable, Sendable {
        case created(Thing)
        case accepted(StartJobResponse)
        case noContent

        init(_ response: Response) throws(RequestError) {
            switch response.statusCode {
            case 201: self = .created(try response.decode(Thing.self))
            case 202: self = .accepted(try response.decode(StartJobResponse.self))
            default: self = .noContent
            }
        }
    }
}
