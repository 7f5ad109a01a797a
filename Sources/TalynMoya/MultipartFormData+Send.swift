internal import Talyn
internal import TalynAlamofire

extension Request.Content {
    init(_ endpoint: Endpoint) {
        if let file = endpoint.file {
            self = .file(file)
        } else if let form = endpoint.form {
            self = .form(
                Request.Form {
                    form.problem(with: $0)
                } parts: {
                    try form.readyForRetries().map(Part.init)
                })
        } else if let destination = endpoint.destination {
            self = .download(destination)
        } else {
            self = .request
        }
    }
}

extension [MultipartFormData] {
    /// The error of a form that a method cannot send; nil if there is none. Moya crashes for a form without parts and
    /// for a method that supports none.
    fileprivate func problem(with method: Moya.Method) -> (any Error)? {
        if isEmpty { return Misuse("a multipart upload needs a part") }
        if !method.supportsMultipart { return Misuse("a multipart upload cannot be sent by \(method.rawValue)") }
        return lazy.compactMap(\.problem).first
    }

    /// Returns the parts with up to 10 MB of their streams read into memory, as by Alamofire's
    /// `encodingMemoryThreshold`, so that each attempt can send them.
    /// - Throws: `AFError.multipartEncodingFailed` for a stream with fewer or more bytes than its length.
    fileprivate func readyForRetries() throws -> [MultipartFormData] {
        var left: UInt64 = 10_000_000
        return try map { part in
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
