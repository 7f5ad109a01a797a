/// Whether a route may be sent more than once; nil if its method decides.
enum RetryTag: CallTagKey { static let defaultValue: Bool? = nil }
