/// The source location of a call.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    // Kept as StaticString: converting to String is too expensive for a stubbed call.
    private let file: StaticString
    private let name: StaticString
    /// The line, from 1.
    public let line: UInt

    /// Makes a location; by default that of the caller.
    public init(fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line) {
        file = fileID
        name = function
        self.line = line
    }

    /// The location of a call whose caller is not known, as of a `MoyaProvider`.
    package static let unknown = CallSite(fileID: "", function: "", line: 0)
    /// Whether the caller is known.
    var isKnown: Bool { file.utf8CodeUnitCount > 0 }

    /// The module and file, `App/FeedView.swift`; never a path of the build machine. Empty for a call of a
    /// `MoyaProvider`, whose caller is not known.
    public var fileID: String { file.description }
    /// The name of the function.
    public var function: String { name.description }
    /// `App/FeedView.swift:42 load()`; `unknown` for a call of a `MoyaProvider`.
    public var description: String { isKnown ? "\(fileID):\(line) \(function)" : "unknown" }

    public static func == (left: CallSite, right: CallSite) -> Bool {
        left.line == right.line && left.fileID == right.fileID && left.function == right.function
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}

/// The ID of a call, unique within the process and ascending.
public struct CallID: Sendable, Hashable, CustomStringConvertible {
    /// The number.
    public let number: UInt64

    private static let last = Locked<UInt64>(0)

    /// Returns the next ID.
    static func next() -> CallID {
        CallID(
            number: last.withLock { last in
                last += 1
                return last
            })
    }

    /// `#12`.
    public var description: String { "#\(number)" }
}
