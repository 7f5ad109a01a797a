// The texts for a person who uses an application, in English. `description` is for engineers.

extension RequestError: LocalizedError {
    /// The text of a ``PluginError``; otherwise the redacted title and detail of a ``problem``, in the server's
    /// language, without the title of one whose type is absent or `about:blank`; otherwise a sentence in English
    /// without values, codes and names: "The server took too long to respond."
    public var errorDescription: String? {
        pluginError?.errorDescription ?? messageOfProblem ?? refusedStatus.map(Self.sentence) ?? sentence
    }

    /// A suggestion in one sentence, such as "Please try again later."; nil if there is none.
    public var recoverySuggestion: String? {
        if let suggestion = pluginError?.recoverySuggestion { return suggestion }
        if pluginError?.retryAfter != nil { return Self.later }
        if let code = refusedStatus { return code == 408 || code == 429 || code >= 500 ? Self.later : nil }
        switch category {
        case .timeout: return Self.later
        case .offline, .connectionLost, .dns, .connect: return "Please check the internet connection and try again."
        default: return nil
        }
    }

    /// The codes about the item of a request: if a plugin's own call got one, not that of the call.
    private static let ofItem = [404, 410, 413]

    private static let later = "Please try again later."

    /// The refused status code, also if a plugin failed to recover from it; nil for other failures.
    private var refusedStatus: Int? {
        switch kind {
        case .status(let code): code
        case .plugin(let failure) where urlError == nil:
            statusCode.flatMap { $0 < 400 || failure.requestError != nil && Self.ofItem.contains($0) ? nil : $0 }
        default: nil
        }
    }

    /// The text of the problem details that explain the refusal; nil without any.
    private var messageOfProblem: String? {
        switch kind {
        case .contentType, .rejected: shownProblem?.message
        default: refusedStatus == nil ? nil : shownProblem?.message
        }
    }

    private static func sentence(ofStatus code: Int) -> String {
        switch code {
        case 401, 407: "You need to sign in."
        case 403: "You do not have permission to do this."
        case 404, 410: "This item was not found."
        case 408, 504: "The server took too long to respond."
        case 413: "The upload is too large."
        case 429: "There were too many requests."
        case 500...599: "The server has a problem."
        default: "The server did not accept the request."
        }
    }

    private var sentence: String {
        switch category {
        case .offline: "There is no internet connection."
        case .connectionLost: "The connection was lost."
        case .timeout: "The server took too long to respond."
        case .dns, .connect: "The server cannot be reached."
        case .tls: "There is no secure connection to the server."
        case .cancelled, .aborted: "The request was cancelled."
        case .authentication: "You need to sign in."
        case .rejected: "The server did not accept the request."
        case .redirect, .badResponse, .empty, .decoding: "The response of the server cannot be read."
        case .tooLarge: "The response of the server is too large."
        case .file: "A file cannot be read or written."
        default: "The request failed."
        }
    }
}

extension MyAPIError: LocalizedError {
    /// The failure in one sentence, as ``RequestError/errorDescription``.
    public var errorDescription: String? { requestError.errorDescription }
    /// A suggestion in one sentence, as ``RequestError/recoverySuggestion``.
    public var recoverySuggestion: String? { requestError.recoverySuggestion }
}
