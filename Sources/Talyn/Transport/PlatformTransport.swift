/// The transport of a provider that names none.
public enum PlatformTransport {
    /// The platform's best transport, shared by all providers: ``CURLTransport/shared`` on Linux with libcurl 7.73 or
    /// later, otherwise ``URLSessionTransport/shared``.
    public static let shared: any Transport = {
        #if os(Linux)
        if CURLTransport.isAvailable { return CURLTransport.shared }
        #endif
        return URLSessionTransport.shared
    }()
}
