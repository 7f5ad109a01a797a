// Generated from tictactoe.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

/// Tic Tac Toe
///
/// This API allows writing down marks on a Tic Tac Toe board
/// and requesting the state of the board or of individual squares.
nonisolated enum TicTacToe: RoutedTarget, AccessTokenAuthorizable {
    /// Get the whole board
    case getBoard
    /// Get a single board square
    case getSquare(row: Coordinate, column: Coordinate)
    /// Set a single board square
    case putSquare(row: Coordinate, column: Coordinate, Mark)

    var baseURL: URL { Self.host }

    /// The server http://localhost
    static let host = URL(string: "http://localhost")!  // the generator has parsed it

    var headers: HTTPHeaders { ["Accept": "application/json"] }

    /// The place of the token of most operations; the routes of the others have their own.
    var authorizationType: AuthorizationType? { .bearer }

    var route: Route {
        switch self {
        case .getBoard: .get("board").authorization(.header("api-key"))
        case .getSquare(let row, let column): .get("board/\(row, name: "row")/\(column, name: "column")")
        case .putSquare(let row, let column, let body):
            .put("board/\(row, name: "row")/\(column, name: "column")").json(body)
        }
    }
}
