// Generated from uspto.json by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension USPTO {
    /// The error of each call of ``USPTO``: a body that the document declares, with the raw error beside it, or that
    /// error alone.
    enum Failure: Error, Equatable {
        /// The body of 404.
        case textBody(String, RequestError)
        /// Another failure: no connection, another status, a body that does not decode.
        case other(RequestError)
        /// The task was cancelled.
        case cancelled(RequestError)

        /// The raw error, with the status, the headers and the body.
        var requestError: RequestError {
            switch self {
            case .textBody(_, let error), .other(let error), .cancelled(let error): error
            }
        }
    }

    static let catchChain = CatchChain<Failure>(cancelled: { .cancelled($0) }, otherwise: { .other($0) })
        .catch(status: 404, as: Box<String>.self) { .textBody($0.wrappedValue, $1) }
}
