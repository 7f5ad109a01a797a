extension Redactor {
    /// `name=value` of a header's parameters or a tag's attributes, names in lower case.
    package static func parameters(in text: ArraySlice<UInt8>) -> [(name: String, value: ArraySlice<UInt8>)] {
        var parameters: [(name: String, value: ArraySlice<UInt8>)] = []
        var rest = text
        while let equals = rest.place(of: 0x3D) {
            rest = text[(equals + 1)...]
            guard let parameter = Assignment(text, at: equals), let value = parameter.value else { continue }
            rest = text[max(rest.startIndex, value.endIndex)...]
            parameters.append((String(decoding: parameter.name, as: UTF8.self).asciiLowercased, value))
        }
        return parameters
    }

    /// The boundary of a multipart content type (RFC 2046 §5.1); nil if there is none.
    package static func boundary(in contentType: String) -> ArraySlice<UInt8>? {
        parameters(in: Array(contentType.utf8)[...]).first { $0.name == "boundary" }?.value
    }
}
