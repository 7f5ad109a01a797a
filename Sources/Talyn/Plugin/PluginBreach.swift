/// A misuse of ``Next`` by a plugin. The raw value continues a sentence that begins with the plugin's name.
enum PluginBreach: String, Error {
    /// The exchange would belong to no call.
    case nextAfterTheEnd = "called next after its hook had returned"

    /// Two exchanges would compete for one response. In the call ring each is a separate attempt.
    case nextTwiceAtOnce = "called next while its next was running, which only interceptCall may"
}
