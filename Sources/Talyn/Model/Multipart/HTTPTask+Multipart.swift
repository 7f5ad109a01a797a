extension HTTPTask {
    /// Returns a `multipart/form-data` body of the parts that a closure lists (RFC 7578).
    ///
    /// ```swift
    /// .multipart {
    ///     Part("caption", "me")
    ///     Part("file", data: png, fileName: "me.png")
    /// }
    /// ```
    /// The parts are sent in this order and as they are read: a form of any size needs the memory of a chunk and of its
    /// parts in memory. `Content-Length` is sent if every part has a known length. The form can be sent again if every
    /// part can; otherwise a retry or redirect that needs it fails, and the error names the part.
    ///
    /// The `Content-Type` is always the form's: one of the target, the route, the provider or a plugin is replaced,
    /// with a note in the call's timeline, and `.header("Content-Type", nil)` does not remove it.
    ///
    /// The call fails as ``RequestError/Kind-swift.enum/invalidRequest(_:)`` before anything is sent, with the position
    /// and name of the part, for: a form without parts; an empty name; a line break or other control character in a
    /// content type or header; a value that cannot be encoded; a GET or HEAD. For a file that does not exist, cannot be
    /// read or is not a regular file, it fails so as a `URLError` of the category ``ErrorCategory/file``.
    /// - Parameters:
    ///   - boundary: the text between the parts, 1 to 70 characters (RFC 2046 §5.1.1), for tests and servers with a
    ///     limit of their own; a part in memory that contains it fails the call. Default: nil, 128 random bits, chosen
    ///     anew for each call and again if a part in memory contains them.
    ///   - parts: the parts.
    public static func multipart(boundary: String? = nil, @PartBuilder _ parts: () -> [Part]) -> HTTPTask {
        multipart(parts(), boundary: boundary)
    }

    /// Returns a `multipart/form-data` body of a list of parts, as ``multipart(boundary:_:)``.
    public static func multipart(_ parts: [Part], boundary: String? = nil) -> HTTPTask {
        HTTPTask(body: .multipart(parts, boundary: boundary))
    }
}

extension Route {
    /// Sets a `multipart/form-data` body of the parts that a closure lists, as ``HTTPTask/multipart(boundary:_:)``.
    public consuming func multipart(boundary: String? = nil, @PartBuilder _ parts: () -> [Part]) -> Route {
        multipart(parts(), boundary: boundary)
    }

    /// Sets a `multipart/form-data` body of a list of parts, as ``HTTPTask/multipart(boundary:_:)``.
    public consuming func multipart(_ parts: [Part], boundary: String? = nil) -> Route {
        task.body = .multipart(parts, boundary: boundary)
        return self
    }

    /// Sets a `multipart/form-data` body of a list of parts; no body and no `Content-Type` if the list is nil.
    public consuming func multipart(ifPresent parts: [Part]?) -> Route {
        task.body = parts.map { HTTPTask.Content.multipart($0, boundary: nil) } ?? HTTPTask.Content.none
        return self
    }
}
