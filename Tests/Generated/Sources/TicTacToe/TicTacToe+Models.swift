// Generated from tictactoe.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension TicTacToe {
    typealias Board = [[Mark]]

    typealias Coordinate = Int

    /// A text message describing an error
    typealias ErrorMessage = String

    /// Possible values for a board square. `.` means empty square.
    enum Mark: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case value
        case x
        case o
        /// A value that the document does not have.
        case unknown(String)

        init(rawValue: String) {
            switch rawValue {
            case ".": self = .value
            case "X": self = .x
            case "O": self = .o
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .value: "."
            case .x: "X"
            case .o: "O"
            case .unknown(let value): value
            }
        }
    }

    struct Status: Codable, Equatable, Sendable {
        var winner: Winner?
        var board: Board?
    }

    /// Winner of the game. `.` means nobody has won yet.
    enum Winner: RawRepresentable, QueryConvertible, Codable, Hashable, Sendable {
        case value
        case x
        case o
        /// A value that the document does not have.
        case unknown(String)

        init(rawValue: String) {
            switch rawValue {
            case ".": self = .value
            case "X": self = .x
            case "O": self = .o
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .value: "."
            case .x: "X"
            case .o: "O"
            case .unknown(let value): value
            }
        }
    }
}
