/// Answers the challenges of servers with credentials: Basic and Digest.
#if DEPRECATIONS
@available(*, deprecated, message: "write '.credentials { }', or '.digest { }' of TalynDigest")
#endif
public final class CredentialsPlugin: PluginType {
    /// Returns the credential of a target; nil for none.
    public typealias CredentialClosure = (any TargetType) -> URLCredential?

    let credentialsClosure: CredentialClosure

    /// Makes a plugin.
    public init(credentialsClosure: @escaping CredentialClosure) { self.credentialsClosure = credentialsClosure }

    public func willSend(_ request: any RequestType, target: any TargetType) {
        if let credential = credentialsClosure(target) { _ = request.authenticate(with: credential) }
    }
}
