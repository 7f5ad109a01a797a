// Generated from features.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Features {
    struct Animal: Codable, Equatable, Sendable {
        var name: String
    }

    struct ByName: Codable, Equatable, Sendable {
        var name: String
        var note: String?
    }

    struct ByNumber: Codable, Equatable, Sendable {
        var number: Int
        var note: String?
    }

    struct Card: Codable, Equatable, Sendable {
        var method: CardMethod = .card
        var number: String
    }

    enum CardMethod: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case card
        /// A value that the document does not have.
        case unknown(String)

        init(rawValue: String) {
            switch rawValue {
            case "card": self = .card
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .card: "card"
            case .unknown(let value): value
            }
        }
    }

    struct Circle: Codable, Equatable, Sendable {
        var form: String
        var radius: Double
    }

    /// A color.
    enum Color: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case red
        case darkBlue
        case empty
        case `default`
        case value1st
        /// A value that the document does not have.
        case unknown(String)

        init(rawValue: String) {
            switch rawValue {
            case "red": self = .red
            case "dark-blue": self = .darkBlue
            case "": self = .empty
            case "default": self = .`default`
            case "1st": self = .value1st
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .red: "red"
            case .darkBlue: "dark-blue"
            case .empty: ""
            case .`default`: "default"
            case .value1st: "1st"
            case .unknown(let value): value
            }
        }
    }

    struct Dog: Codable, Equatable, Sendable {
        var name: String
        var breed: String
        /// The owner.
        var owner: Animal?
    }

    struct ErrorModel: Codable, Equatable, Sendable {
        var message: String
    }

    struct Event: Codable, Equatable, Sendable {
        var kind: EventKind = .event
        var version: EventVersion = .value2
        var at: Date
        var color: Color?
        var size: Size?
    }

    enum EventKind: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case event
        /// A value that the document does not have.
        case unknown(String)

        init(rawValue: String) {
            switch rawValue {
            case "event": self = .event
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .event: "event"
            case .unknown(let value): value
            }
        }
    }

    enum EventVersion: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case value2
        /// A value that the document does not have.
        case unknown(Int)

        init(rawValue: Int) {
            switch rawValue {
            case 2: self = .value2
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: Int {
            switch self {
            case .value2: 2
            case .unknown(let value): value
            }
        }
    }

    struct FailureModel: Codable, Equatable, Sendable {
        var `in`: String
        var selfValue: String?

        enum CodingKeys: String, CodingKey {
            case `in`
            case selfValue = "self"
        }
    }

    struct Filter: Codable, Equatable, Sendable {
        var color: Color?
        var minPrice: Double?
        var isNew: Bool?
        var tags: [String]?

        enum CodingKeys: String, CodingKey {
            case color
            case minPrice = "min_price"
            case isNew = "is_new"
            case tags
        }
    }

    struct GetTimesResponse: Codable, Equatable, Sendable {
        var whole: Date
        var fraction: Date
        var day: CalendarDate
        var byDay: [String: Date]?

        enum CodingKeys: String, CodingKey {
            case whole
            case fraction
            case day
            case byDay = "by_day"
        }
    }

    struct Gone: Codable, Equatable, Sendable {
        var since: CalendarDate
    }

    struct Invalid: Codable, Equatable, Sendable {
        var fields: [String]
    }

    struct Narrow: Codable, Equatable, Sendable {
        var a: String
        var b: Int?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case a
            case b
        }
    }

    struct NotFound: Codable, Equatable, Sendable {
        var missing: String
    }

    struct ObjectsPage: Codable, Equatable, Sendable {
        var size: Int
        var after: String?
    }

    struct PartModel: Codable, Equatable, Sendable {
        var weight: Double
    }

    /// A name.
    typealias PlainName = String

    struct Profile: Codable, Equatable, Sendable {
        var id: Int64?
        var name: String
        var nickname: String?
        var born: CalendarDate?
        var bio: String?
        var createdAt: Date?
        var password: String?
        /// Deprecated.
        var old: String?

        enum CodingKeys: String, CodingKey {
            case id
            case name
            case nickname
            case born
            case bio
            case createdAt = "created_at"
            case password
            case old
        }

        /// Encodes nickname, born as null where others are left out.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(nickname, forKey: .nickname)
            try container.encode(born, forKey: .born)
            try container.encodeIfPresent(bio, forKey: .bio)
            try container.encodeIfPresent(createdAt, forKey: .createdAt)
            try container.encodeIfPresent(password, forKey: .password)
            try container.encodeIfPresent(old, forKey: .old)
        }
    }

    struct ProfileChange: Codable, Equatable, Sendable {
        var name: String?
        var nickname: Nullable<String>?
        var born: Nullable<CalendarDate>?
        var color: Nullable<Color>?
    }

    struct Refusal: Codable, Equatable, Sendable {
        var reason: String
    }

    enum SearchSort: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case created
        case updated
        /// A value that the document does not have.
        case unknown(String)

        init(rawValue: String) {
            switch rawValue {
            case "created": self = .created
            case "updated": self = .updated
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .created: "created"
            case .updated: "updated"
            case .unknown(let value): value
            }
        }
    }

    struct SendFormBody: Codable, Equatable, Sendable {
        var name: String
        var amount: Int
        var isOpen: Bool?
        var tags: [String]?
        var on: CalendarDate?
        var address: SendFormBodyAddress?

        enum CodingKeys: String, CodingKey {
            case name
            case amount
            case isOpen = "is_open"
            case tags
            case on
            case address
        }
    }

    struct SendFormBodyAddress: Codable, Equatable, Sendable {
        var city: String?
    }

    /// Settings, with more of any key.
    struct Settings: Equatable, Sendable {
        var theme: String
        var size: Int?
        /// The members that are no properties.
        var additionalProperties: [String: [Int]] = [:]

        enum CodingKeys: String, CodingKey {
            case theme
            case size
        }
    }

    enum Shape: Codable, Equatable, Sendable {
        case circle(Circle)
        case square(Square)
        /// A value that is none of the variants.
        case unknown(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let keys = Features.object(decoder) else {
                self = .unknown(try container.decode(JSONValue.self))
                return
            }
            switch try? keys.decodeIfPresent(String.self, forKey: AnyKey("form")) {
            case "round": self = .circle(try container.decode(Circle.self))
            case "square": self = .square(try container.decode(Square.self))
            default: self = .unknown(try container.decode(JSONValue.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .circle(let value): try container.encode(value)
            case .square(let value): try container.encode(value)
            case .unknown(let value): try container.encode(value)
            }
        }
    }

    enum Size: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case value1
        case value2
        case minus1
        /// A value that the document does not have.
        case unknown(Int)

        init(rawValue: Int) {
            switch rawValue {
            case 1: self = .value1
            case 2: self = .value2
            case -1: self = .minus1
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: Int {
            switch self {
            case .value1: 1
            case .value2: 2
            case .minus1: -1
            case .unknown(let value): value
            }
        }
    }

    struct Square: Codable, Equatable, Sendable {
        var form: String
        var side: Double
    }

    struct StartJobAccepted: Codable, Equatable, Sendable {
        var job: Int
    }

    struct Thing: Codable, Equatable, Sendable {
        var id: Int64
        var color: Color
        var size: Size?
        var part: PartModel?
    }

    struct Tick: Codable, Equatable, Sendable {
        var n: Int
    }

    struct Transfer: Codable, Equatable, Sendable {
        var method: TransferMethod = .transfer
        var iban: String
    }

    enum TransferMethod: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case transfer
        /// A value that the document does not have.
        case unknown(String)

        init(rawValue: String) {
            switch rawValue {
            case "transfer": self = .transfer
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .transfer: "transfer"
            case .unknown(let value): value
            }
        }
    }

    struct Tree: Codable, Equatable, Sendable {
        var value: Int
        var left: Box<Tree>?
        var right: Box<Tree>?
        var others: [Tree]?
    }

    struct TypeModel: Codable, Equatable, Sendable {
        var `default`: String
        var type: String
        var selfValue: String?
        var `protocol`: String?
        var initValue: String?
        var `in`: String?
        var description: String?
        var encoder: String?
        var container: String?
        var id: String?
        var type2: String?
        var value1st: String?
        var createdAt: String?
        var createdAt2: String?

        enum CodingKeys: String, CodingKey {
            case `default`
            case type = "Type"
            case selfValue = "self"
            case `protocol` = "Protocol"
            case initValue = "init"
            case `in`
            case description
            case encoder
            case container
            case id = "$id"
            case type2 = "@type"
            case value1st = "1st"
            case createdAt = "created_at"
            case createdAt2 = "createdAt"
        }
    }

    struct Unions: Codable, Equatable, Sendable {
        var discriminated: Shape
        var constant: UnionsConstant
        var keys: UnionsKeys
        var kinds: UnionsKinds
        var tried: UnionsTried
        var all: Dog?
        var maybe: UnionsMaybe?
    }

    enum UnionsConstant: Codable, Equatable, Sendable {
        case card(Card)
        case transfer(Transfer)
        /// A value that is none of the variants.
        case unknown(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let keys = Features.object(decoder) else {
                self = .unknown(try container.decode(JSONValue.self))
                return
            }
            switch try? keys.decodeIfPresent(String.self, forKey: AnyKey("method")) {
            case "card": self = .card(try container.decode(Card.self))
            case "transfer": self = .transfer(try container.decode(Transfer.self))
            default: self = .unknown(try container.decode(JSONValue.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .card(let value): try container.encode(value)
            case .transfer(let value): try container.encode(value)
            case .unknown(let value): try container.encode(value)
            }
        }
    }

    enum UnionsKeys: Codable, Equatable, Sendable {
        case byName(ByName)
        case byNumber(ByNumber)
        /// A value that is none of the variants.
        case unknown(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let keys = Features.object(decoder) else {
                self = .unknown(try container.decode(JSONValue.self))
                return
            }
            if keys.contains(AnyKey("name")) {
                self = .byName(try container.decode(ByName.self))
            } else if keys.contains(AnyKey("number")) {
                self = .byNumber(try container.decode(ByNumber.self))
            } else {
                self = .unknown(try container.decode(JSONValue.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .byName(let value): try container.encode(value)
            case .byNumber(let value): try container.encode(value)
            case .unknown(let value): try container.encode(value)
            }
        }
    }

    enum UnionsKinds: Codable, Equatable, Sendable {
        case int(Int)
        case string(String)
        case list([String])
        case tick(Tick)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Int.self) {
                self = .int(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if (try? decoder.unkeyedContainer()) != nil {
                self = .list(try container.decode([String].self))
            } else {
                self = .tick(try container.decode(Tick.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .int(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .list(let value): try container.encode(value)
            case .tick(let value): try container.encode(value)
            }
        }
    }

    enum UnionsMaybe: Codable, Equatable, Sendable {
        case byName(ByName)
        case byNumber(ByNumber)
        /// A value that is none of the variants.
        case unknown(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let keys = Features.object(decoder) else {
                self = .unknown(try container.decode(JSONValue.self))
                return
            }
            if keys.contains(AnyKey("name")) {
                self = .byName(try container.decode(ByName.self))
            } else if keys.contains(AnyKey("number")) {
                self = .byNumber(try container.decode(ByNumber.self))
            } else {
                self = .unknown(try container.decode(JSONValue.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .byName(let value): try container.encode(value)
            case .byNumber(let value): try container.encode(value)
            case .unknown(let value): try container.encode(value)
            }
        }
    }

    enum UnionsTried: Codable, Equatable, Sendable {
        case narrow(Narrow)
        case wide(Wide)
        /// A value that is none of the variants.
        case unknown(JSONValue)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            var closest = try Features.Closest<Self>(decoder)
            closest.consider(Narrow.self, knowing: Narrow.CodingKeys.self) { .narrow($0) }
            closest.consider(Wide.self, knowing: Wide.CodingKeys.self) { .wide($0) }
            self = try closest.value ?? .unknown(container.decode(JSONValue.self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .narrow(let value): try container.encode(value)
            case .wide(let value): try container.encode(value)
            case .unknown(let value): try container.encode(value)
            }
        }
    }

    struct UploadBody: Equatable, Sendable {
        var file: File
        var more: [File]?
        var title: String
        var count: Int?
        var isOpen: Bool?
        var color: Color?
        var tags: [String]?
        var details: UploadBodyDetails

        /// The parts of the form.
        var parts: [Part] {
            var parts: [Part] = []
            parts.append(file.part(named: "file"))
            parts += (more ?? []).map { $0.part(named: "more") }
            parts.append(Part("title", title))
            parts.append(Part("count", count))
            parts.append(Part("is_open", isOpen))
            parts.append(Part("color", color))
            parts += (tags ?? []).map { Part("tags", $0) }
            parts.append(Part("details", json: details))
            return parts
        }
    }

    struct UploadBodyDetails: Codable, Equatable, Sendable {
        var takenAt: Date
        var place: String?

        enum CodingKeys: String, CodingKey {
            case takenAt = "taken_at"
            case place
        }
    }

    struct Wide: Codable, Equatable, Sendable {
        var a: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case a
        }
    }
}

nonisolated extension Features.Settings: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        theme = try container.decode(String.self, forKey: .theme)
        size = try container.decodeIfPresent(Int.self, forKey: .size)
        additionalProperties = try Features.additionalProperties(in: decoder, besides: ["theme", "size"])
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(theme, forKey: .theme)
        try container.encodeIfPresent(size, forKey: .size)
        try Features.encode(additionalProperties: additionalProperties, to: encoder)
    }
}
