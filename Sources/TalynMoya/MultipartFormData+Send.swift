internal import Talyn

extension URLRequest {
    /// Sets the `Content-Type` of a form, replacing an existing one.
    mutating func setFormType(boundary: String) {
        setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
    }
}

extension MultipartFormData {
    /// Alamofire's error for a file that cannot be sent; nil if there is none.
    var problem: AFError? {
        guard case .file(let file) = provider else { return nil }
        if !file.isFileURL { return .multipartEncodingFailed(reason: .bodyPartURLInvalid(url: file)) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) else {
            return .multipartEncodingFailed(reason: .bodyPartFileNotReachable(at: file))
        }
        return isFolder.boolValue ? .multipartEncodingFailed(reason: .bodyPartFileIsDirectory(at: file)) : nil
    }
}

extension Part {
    /// A part with Alamofire's header fields.
    init(_ part: MultipartFormData) {
        switch part.provider {
        case .data(let data): self.init(part.name, data: data, fileName: part.fileName, exactType: part.mimeType)
        case .file(let file):
            // Moya uses the file name and type only if both are set.
            if let fileName = part.fileName, let type = part.mimeType {
                self.init(part.name, file: file, fileName: fileName, contentType: type)
            } else {
                self.init(part.name, file: file)
            }
        case .stream(let stream, let length):
            self.init(
                part.name, stream: BodyStream(stream, length: Int64(clamping: length)), fileName: part.fileName ?? "",
                contentType: part.mimeType ?? "")
        }
    }
}

extension Request.Content {
    /// The content of each attempt: a form keeps its boundary, and up to 10 MB of its streams are read into memory, as
    /// by Alamofire's `encodingMemoryThreshold`.
    ///
    /// - Throws: `AFError.multipartEncodingFailed` for a stream with fewer or more bytes than its length.
    func readyForRetries() throws -> Request.Content {
        guard case .form(let form, _) = self else { return self }
        var left: UInt64 = 10_000_000
        let parts = try form.map { part in
            guard case .stream(let stream, let length) = part.provider, length <= left else { return part }
            left -= length
            stream.open()
            defer { stream.close() }
            guard let data = stream.read(length) else {
                let reason = Misuse("the stream of part '\(part.name)' has not the \(length) bytes that it declares")
                throw AFError.multipartEncodingFailed(reason: .inputStreamReadFailed(error: reason))
            }
            return MultipartFormData(
                provider: .data(data), name: part.name, fileName: part.fileName ?? "", mimeType: part.mimeType ?? "")
        }
        // As long as Alamofire's boundary.
        let number = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
        return .form(parts, boundary: "talynmoya.boundary.\(number)")
    }
}

extension InputStream {
    /// Returns the whole stream; nil if it cannot be read or has another length.
    fileprivate func read(_ length: UInt64) -> Data? {
        var data = Data(count: Int(clamping: length))
        var filled = 0
        while filled < data.count {
            let count = data.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]).bindMemory(to: UInt8.self)
                return rest.baseAddress.map { read($0, maxLength: rest.count) } ?? 0
            }
            if count < 0 { return nil }
            if count == 0 { break }
            filled += count
        }
        var next: UInt8 = 0
        return filled == data.count && read(&next, maxLength: 1) == 0 ? data : nil
    }
}

extension BodyStream {
    /// The bytes of a stream of Foundation's, which can be read once.
    init(_ stream: InputStream, length: Int64?) {
        let stream = UncheckedTransfer(stream)
        self.init(length: length) {
            let stream = stream.value
            stream.open()
            return {
                var chunk = Data(count: 65_536)
                let count = chunk.withUnsafeMutableBytes { bytes in
                    bytes.bindMemory(to: UInt8.self).baseAddress.map { stream.read($0, maxLength: bytes.count) } ?? 0
                }
                // On Linux, `streamError` crashes if it is nil.
                if count < 0 { throw URLError(.requestBodyStreamExhausted) }
                if count == 0 { stream.close() }
                return count == 0 ? nil : chunk.prefix(count)
            }
        }
    }
}
