internal import Talyn

/// Answers a Basic challenge (RFC 7617) with the credential of the request: once, at the origin of the target.
struct BasicChallenge: ExchangeInterceptor {
    func interceptExchange(
        _ endpoint: Talyn.Endpoint, context: CallContext, next: Next
    ) async throws -> Talyn.Response {
        let response = try await next(endpoint)
        guard response.statusCode == 401, let credentials = context.target(as: SentRequest.self)?.userCredentials,
            !endpoint.headers.contains("Authorization"), endpoint.body.isRepeatable, context.isSameOrigin(endpoint),
            response.headers.values(for: "WWW-Authenticate").contains(where: {
                $0.hasPrefix(bytes: "Basic", ignoringCase: true)
            })
        else { return response }
        var signed = endpoint
        signed.headers["Authorization"] = try credentials.basicAuthorization()
        return try await next(signed)
    }
}

extension SentRequest {
    /// The user name and password of the credential; nil if there are none.
    var userCredentials: UserCredentials? {
        guard let user = credential?.user, let password = credential?.password else { return nil }
        return UserCredentials(user: user, password: password)
    }
}
