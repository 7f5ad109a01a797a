extension Body {
    /// The multipart form; nil for another body. Looking at it reads nothing.
    public var form: MultipartForm? { if case .stream(let stream) = self { stream.form } else { nil } }

    /// The `Content-Type` that only the body knows: that of a form, with its boundary. Nil for another body.
    @inline(__always)
    var contentType: String? { if case .stream(let stream) = self { stream.form?.contentType } else { nil } }
}
