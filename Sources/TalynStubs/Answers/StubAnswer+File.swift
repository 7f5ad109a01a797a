public import Talyn

extension StubAnswer {
    /// The largest file for an answer, in bytes: 64 MiB.
    static let fileLimit = 64 << 20

    /// Returns an answer whose body is the content of a file, read when this is called.
    ///
    /// `contentType` defaults to that of the file's extension. The timeline of a call names the file, and so does the
    /// error of a call that cannot decode it. If the file cannot be read, is not a regular file or is
    /// larger than 64 MiB, the call that requests the answer fails, and so does ``StubTransport/verify()``.
    public static func file(
        _ url: URL, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), contentType: String? = nil
    ) -> StubAnswer {
        let data: Data
        do throws(FileFault) { data = try url.contents(upTo: fileLimit) } catch {
            let reason = error == .missing ? FileFault.unreadable : error
            return StubAnswer(.unusable("its file \(url.lastPathComponent) \(reason.rawValue)"))
        }
        guard data.count <= fileLimit else {
            return StubAnswer(.unusable("its file \(url.lastPathComponent) is larger than \(fileLimit) bytes"))
        }
        let type = contentType ?? Self.contentType(ofFileNamed: url.lastPathComponent)
        return .data(data, contentType: type, status: status, headers: headers)
            .changed { $0.file = url.lastPathComponent }
    }

    /// Returns an answer from the file in a folder that is named after the case, such as `GitHub.user.json`.
    ///
    /// The file may have any extension; it determines the content type unless `contentType` is given. If there is no
    /// such file, or more than one, the call that requests the answer fails, and so does ``StubTransport/verify()``,
    /// with a message that names the missing file.
    public static func fixture(
        in directory: URL, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), contentType: String? = nil
    ) -> StubAnswer {
        StubAnswer(
            .fixture { operation in
                guard let operation else {
                    return StubAnswer(.unusable("a hand-made endpoint has no case name for a fixture"))
                }
                let (file, problem) = fixture(for: operation, in: directory)
                if let problem { return StubAnswer(.unusable(problem)) }
                return .file(file, status: status, headers: headers, contentType: contentType)
            })
    }

    /// Returns an answer from the file in a bundle's resources that is named after the case, such as
    /// `GitHub.user.json`.
    ///
    /// `subdirectory` is a folder in the resources; nil, the default, means the resources themselves. See
    /// ``fixture(in:status:headers:contentType:)``.
    public static func fixture(
        in bundle: Bundle, subdirectory: String? = nil, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(),
        contentType: String? = nil
    ) -> StubAnswer {
        guard let resources = bundle.resourceURL else {
            return StubAnswer(.unusable("the bundle of its fixture has no resources folder"))
        }
        let directory = subdirectory.map { resources.appendingPathComponent($0, isDirectory: true) } ?? resources
        return .fixture(in: directory, status: status, headers: headers, contentType: contentType)
    }
}

extension StubAnswer {
    /// Returns the file that is named after a case, with or without an extension; a reason if there is not exactly one.
    private static func fixture(for operation: String, in directory: URL) -> (URL, problem: String?) {
        // Its parent too: in a bundle, the parent names the target.
        let folder = directory.path.split(atBytes: "/").suffix(2).joined(separator: "/")
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
            return (directory, "its folder of fixtures, \(folder), cannot be read")
        }
        let found = names.filter { $0 == operation || $0.cut(atLast: ".").map { $0.head == operation } ?? false }
        if found.count == 1 { return (directory.appendingPathComponent(found[0], isDirectory: false), nil) }
        let which =
            found.isEmpty
            ? "no file in \(folder) is"
            : "\(found.count) files, \(found.sortedByBytes().joined(separator: " and ")), in \(folder) are"
        return (directory, "\(which) named \(operation).<any extension>")
    }

    /// Returns the content type of a file by its extension: text is UTF-8.
    private static func contentType(ofFileNamed name: String) -> String {
        let type = MediaTypes.type(ofFileNamed: name)
        return type.hasPrefix(bytes: "text/") ? "\(type); charset=utf-8" : type
    }
}
