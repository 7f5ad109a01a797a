// Generated from tictactoe.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn
import TalynStubs

nonisolated extension TicTacToe: SampledTarget {
    var sample: StubAnswer {
        switch self {
        case .getBoard: .json(#"{"winner": ".", "board": [["."]]}"#)
        case .getSquare: .json(#"".""#)
        case .putSquare: .json(#"{"winner": ".", "board": [["."]]}"#)
        }
    }
}
