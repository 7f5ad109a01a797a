/// What a plugin did with its ``Next`` that no plugin may; the sentence goes on from the plugin's name.
enum PluginBreach: String, Error {
    /// What it began would belong to no call any more.
    case nextAfterTheEnd = "called next after its hook had returned"

    /// Two exchanges would answer one; in the call ring each is an attempt of its own.
    case nextTwiceAtOnce = "called next while its next was running, which only interceptCall may"
}
