/// Where a call was written.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    // Kept as they come: making strings of them would cost more than a stubbed call has to spare.
    private let file: StaticString
    private let name: StaticString

    /// The line, from 1.
    public let line: UInt

    /// A place; by default the one where this is written.
    public init(fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line) {
        file = fileID
        name = function
        self.line = line
    }

    /// Module and file: `App/FeedView.swift`; never a path of the machine it was built on.
    public var fileID: String { file.description }

    /// The function.
    public var function: String { name.description }

    /// `App/FeedView.swift:42 load()`.
    public var description: String { "\(fileID):\(line) \(function)" }

    public static func == (left: CallSite, right: CallSite) -> Bool {
        left.line == right.line && left.fileID == right.fileID && left.function == right.function
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}

/// The number of a call, counted up within the process.
public struct CallID: Sendable, Hashable, CustomStringConvertible {
    /// The number.
    public let number: UInt64

    private static let last = Locked<UInt64>(0)

    /// The next number.
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
