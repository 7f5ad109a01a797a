// Generated from tictactoe.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Call where Target == TicTacToe, Value == TicTacToe.Status {
    /// Get the whole board
    ///
    /// Retrieves the current state of the board and the winner.
    static func getBoard() -> Self { Self(.getBoard) }

    /// Set a single board square
    ///
    /// Places a mark on the board and retrieves the whole board and the winner (if any).
    /// - Parameters:
    ///   - row: Board row (vertical coordinate)
    ///   - column: Board column (horizontal coordinate)
    static func putSquare(row: TicTacToe.Coordinate, column: TicTacToe.Coordinate, _ body: TicTacToe.Mark) -> Self {
        Self(.putSquare(row: row, column: column, body))
    }
}

nonisolated extension Call where Target == TicTacToe, Value == TicTacToe.Mark {
    /// Get a single board square
    ///
    /// Retrieves the requested square.
    /// - Parameters:
    ///   - row: Board row (vertical coordinate)
    ///   - column: Board column (horizontal coordinate)
    static func getSquare(row: TicTacToe.Coordinate, column: TicTacToe.Coordinate) -> Self {
        Self(.getSquare(row: row, column: column))
    }
}
