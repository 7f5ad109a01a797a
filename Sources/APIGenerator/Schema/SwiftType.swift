/// A type of the output.
indirect enum SwiftType: Hashable, Sendable {
    case string, bool, int, int64, uint64, double
    /// A `Date` in RFC 3339.
    case date
    /// A date without a time, `CalendarDate` of the support file.
    case day
    /// Bytes in base64, or a whole body.
    case data
    /// Any JSON.
    case json
    case array(SwiftType)
    /// An object with keys that the document does not name.
    case map(SwiftType)
    case optional(SwiftType)
    /// A model, by its index.
    case model(Int)
    /// A model in a `Box` of the support file, because it contains itself.
    case boxed(SwiftType)
    /// A list of `Part`, for a form without properties.
    case parts

    var isOptional: Bool { if case .optional = self { true } else { false } }

    /// The type as an Optional.
    var asOptional: SwiftType { isOptional ? self : .optional(self) }
}

/// A type that the output declares.
struct Model {
    /// The name of the type, nested in the enum.
    var name: String
    var documentation: [String] = []
    var isDeprecated = false
    var kind: Kind
    /// The schema.
    let place: Located
    /// Whether null is one of its values.
    var isNullable = false
    /// Whether a request sends it, and one of PATCH.
    var isSent = false
    var isPatch = false

    enum Kind {
        case pending
        case alias(SwiftType)
        case structure(Structure)
        case enumeration(Enumeration)
        case union(Union)
    }
}

/// An object with properties.
struct Structure {
    var properties: [Property]
    /// The type of the members that are no properties; nil if they are ignored.
    var additional: SwiftType?
    /// Whether it is a multipart form.
    var isMultipart = false

    struct Property {
        /// The key in JSON.
        let key: String
        /// The name in Swift.
        var name: String
        /// The type without an Optional for being absent or null.
        var type: SwiftType
        /// Whether the key must be there, also if the value is null.
        let isRequired: Bool
        let isNullable: Bool
        var documentation: [String] = []
        var isDeprecated = false
        /// Whether it is bytes of a multipart form.
        var isFile = false
    }
}

/// A string or an integer out of a list, or any other one.
struct Enumeration {
    var isInteger: Bool
    var cases: [Case]

    struct Case {
        let name: String
        /// The value as text.
        let value: String
        var documentation: [String] = []
    }
}

/// A value of one of several types.
struct Union {
    var variants: [Variant]
    var rule: Rule

    struct Variant {
        let name: String
        let type: SwiftType
        /// The values of the discriminator, or the required keys that tell the variant.
        var marks: [String]
    }

    enum Rule {
        /// A property that `discriminator` names.
        case discriminator(String)
        /// A property with other constants in each variant, and their type: `String`, `Int` or `Bool`.
        case constant(String, type: String)
        /// Keys that only one variant requires.
        case requiredKeys
        /// The kind of JSON: a string, a number, an object.
        case kinds
        /// The first one that decodes.
        case tried
    }
}
