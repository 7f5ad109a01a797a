/// The reason why a file is not read, to continue a sentence that begins with the file.
package enum FileFault: String, Error {
    case missing = "does not exist"
    case directory = "is a directory"
    /// A pipe, socket or device, which may block forever when it is opened or read.
    case irregular = "is not a regular file"
    case unreadable = "cannot be read"
}

extension URL {
    /// Returns the bytes of a regular file, following links. Reads `limit` + 1 bytes of a longer file. Opens nothing
    /// else.
    package func contents(upTo limit: Int) throws(FileFault) -> Data {
        do { return try SentFile(self).prefix(limit < .max ? max(limit, 0) + 1 : limit) } catch {
            switch error.code {
            case .fileDoesNotExist: throw .missing
            case .fileIsDirectory: throw .directory
            default: throw isIrregular ? .irregular : .unreadable
            }
        }
    }

    private var isIrregular: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolvingSymlinksInPath().path)
        return attributes != nil && attributes?[.type] as? FileAttributeType != .typeRegular
    }
}
