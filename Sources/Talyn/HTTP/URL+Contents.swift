/// Why a file is not read, as the end of a sentence that begins with the file.
package enum FileFault: String, Error {
    case missing = "does not exist"
    case directory = "is a directory"
    /// A pipe, a socket or a device: opening or reading it may wait for ever.
    case irregular = "is not a regular file"
    case unreadable = "cannot be read"
}

extension URL {
    /// The bytes of a regular file, links followed: one more than `limit` where there are more. Nothing else is opened.
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
