extension URLSession {
    /// A task that sends a file, with its length, as it is read.
    /// - Throws: `URLError.fileDoesNotExist`, `.fileIsDirectory` or `.noPermissionsToReadFile`.
    func task(with request: URLRequest, sending file: URL) throws -> URLSessionTask {
        let length = try file.readableLength()
        #if canImport(FoundationNetworking)
        // An upload task traps on Linux when it is cancelled while it waits for the file, and takes ten times as long. A
        // body stream is sent in chunks there, unless the length is said and libcurl is given a blank Transfer-Encoding,
        // which it takes for "none".
        var request = request
        request.httpBodyStream = InputStream(url: file)
        request.setValue("\(length)", forHTTPHeaderField: "Content-Length")
        request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        return dataTask(with: request)
        #else
        _ = length
        return uploadTask(with: request, fromFile: file)
        #endif
    }
}

extension URL {
    /// How long a regular file is that can be read, in bytes; URLSession traps on one that cannot.
    func readableLength() throws -> UInt64 {
        guard isFileURL,
            let attributes = try? FileManager.default.attributesOfItem(atPath: resolvingSymlinksInPath().path)
        else { throw URLError(.fileDoesNotExist, text: "the file to send does not exist") }
        let kind = attributes[.type] as? FileAttributeType
        if kind == .typeDirectory { throw URLError(.fileIsDirectory, text: "the file to send is a directory") }
        guard kind == .typeRegular, FileManager.default.isReadableFile(atPath: path),
            let length = attributes[.size] as? NSNumber
        else { throw URLError(.noPermissionsToReadFile, text: "what is to be sent is no file that can be read") }
        return length.uint64Value
    }
}
