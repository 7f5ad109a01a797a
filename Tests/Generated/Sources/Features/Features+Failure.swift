// Generated from features.yaml by `swift package generate-api`. Edits are lost when it is generated again.

import Talyn

nonisolated extension Features {
    /// The error of each call of ``Features``: a body that the document declares, with the raw error beside it, or that
    /// error alone.
    enum Failure: Error, Equatable {
        /// The body of 404.
        case notFound(NotFound, RequestError)
        /// The body of 422.
        case invalid(Invalid, RequestError)
        /// The body of 4XX.
        case refusal(Refusal, RequestError)
        /// The body of every other status.
        case errorModel(ErrorModel, RequestError)
        /// The body of 404.
        case gone(Gone, RequestError)
        /// Another failure: no connection, another status, a body that does not decode.
        case other(RequestError)
        /// The task was cancelled.
        case cancelled(RequestError)

        /// The raw error, with the status, the headers and the body.
        var requestError: RequestError {
            switch self {
            case .notFound(_, let error), .invalid(_, let error), .refusal(_, let error), .errorModel(_, let error),
                .gone(_, let error), .other(let error), .cancelled(let error):
                error
            }
        }
    }

    static let catchChain = CatchChain<Failure>(cancelled: { .cancelled($0) }, otherwise: { .other($0) })
        .catch(target: Self.self) { $0.failure(for: $1) }
        .catch(status: 404, as: NotFound.self) { .notFound($0, $1) }
        .catch(status: 422, as: Invalid.self) { .invalid($0, $1) }
        .catch(status: 400...499, as: Refusal.self) { .refusal($0, $1) }
        .catch(status: 300...599, as: ErrorModel.self) { .errorModel($0, $1) }
}

nonisolated extension Features {
    /// Returns the error of an operation whose body differs from the others' of that status.
    private func failure(for error: RequestError) -> Failure? {
        guard let status = error.statusCode else { return nil }
        switch (self, status) {
        case (.deleteThing, 404):
            return error.body(as: Gone.self).map { .gone($0, error) }
        default: return nil
        }
    }
}
