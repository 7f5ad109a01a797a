extension URLError {
    /// Makes an error with a text that describes it.
    @inline(never)
    package init(_ code: URLError.Code, text: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
