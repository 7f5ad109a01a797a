extension CallContext {
    /// The target, also that of an endpoint which was made from one and sent by hand; nil without any.
    var anyTarget: (any TargetType)? { target ?? resolved?.target }

    /// Whether a URL is of the origin that the provider's base URL names, or else the target's: what a plugin adds to tell
    /// who somebody is goes nowhere else.
    func isAtHome(_ url: URL) -> Bool {
        guard let home = record.baseURL ?? anyTarget?.baseURL, let origin = RedirectPolicy.Origin(home) else {
            return false
        }
        return RedirectPolicy.Origin(url) == origin
    }
}
