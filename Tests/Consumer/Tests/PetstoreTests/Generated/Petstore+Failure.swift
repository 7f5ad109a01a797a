// Generated from petstore.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Petstore {
    /// The error of each call of ``Petstore``: a body that the document declares, with the raw error beside it, or that
    /// error alone.
    enum Failure: Error, Equatable {
        /// The body of 422.
        case problem(Problem, RequestError)
        /// Another failure: no connection, another status, a body that does not decode.
        case other(RequestError)
        /// The task was cancelled.
        case cancelled(RequestError)

        /// The raw error, with the status, the headers and the body.
        var requestError: RequestError {
            switch self {
            case .problem(_, let error), .other(let error), .cancelled(let error): error
            }
        }
    }

    static let catchChain = CatchChain<Failure>(cancelled: { .cancelled($0) }, otherwise: { .other($0) })
        .catch(status: 422, as: Problem.self) { .problem($0, $1) }
}
