extension Body {
    /// The multipart form; nil for another body. Looking at it reads nothing.
    public var form: MultipartForm? { if case .stream(let stream) = self { stream.form } else { nil } }
}

extension Endpoint {
    /// Sets the `Content-Type` of a form. Returns whether it replaced another one.
    ///
    /// Nobody else knows the boundary, so any other value would make the body unreadable.
    mutating func setFormType() -> Bool {
        guard let form = body.form, headers.values(for: "Content-Type") != [form.contentType] else { return false }
        let hadOther = headers.contains("Content-Type")
        headers["Content-Type"] = form.contentType
        return hadOther
    }

    /// The headers by which endpoints are compared: without the `Content-Type` of a form, whose boundary is random.
    var comparedHeaders: HTTPHeaders {
        guard body.form != nil else { return headers }
        var compared = headers
        compared.remove("Content-Type")
        return compared
    }
}

extension CallContext {
    /// Notes that the `Content-Type` of a form replaced another one.
    func noteFormType(insteadOf other: String) { note("the form's Content-Type replaces that of \(other)") }
}
