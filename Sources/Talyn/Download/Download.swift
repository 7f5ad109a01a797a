/// One download: the partial file over the attempts of its call, and the treatment of each response.
///
/// Download+Receive.swift judges responses, Download+Write.swift writes their bodies, Download+Finish.swift moves the
/// file or cleans up.
final class Download: Sendable {
    struct State: Sendable {
        var partial: PartialFile?
        /// The facts with which the partial file can be continued; nil if it cannot.
        var record: ResumeRecord?
        var resource = ""
        /// Whether a request may ask for a range: a GET without one of the target's own.
        var mayResume = false
        /// The offset that the last request asked for; nil if it asked for the whole file.
        var offset: Int64?
        /// The values of `Range` that the requests of this call had.
        var ownRanges: Set<String> = []
        /// Whether an attempt writes. A plugin may run several at once.
        var isReceiving = false
        /// The length of the complete partial file in bytes; nil if it is not complete.
        var wholeSize: Int64?
        var isOver = false
        /// The folders that were created, the outermost first.
        var createdFolders: [URL] = []
        var progress = TransferProgress()
        /// The call's; nil if its caller wants no progress.
        var meter: ProgressMeter?
    }

    let destination: DownloadDestination
    let options: DownloadOptions
    let state = Locked(State())

    init(_ destination: DownloadDestination, _ options: DownloadOptions) {
        self.destination = destination
        self.options = options
    }

    /// The treatment of the body by the call.
    var reception: Reception {
        Reception(
            prepare: { try self.prepare(&$0) }, receive: { try await self.receive($0, $1) },
            proceed: { try self.endpoint(after: $0, to: $1) }, complete: { try await self.complete($0, $1) },
            abandon: { self.abandon($0) }, counted: { self.counted($0) })
    }

    /// Prepares an attempt: opens the partial file, and asks for the rest of it.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)``, and `URLError` for a destination that cannot be
    ///   written.
    private func prepare(_ endpoint: inout Endpoint) throws {
        let offset = try state.withLock { state -> (Int64, String)? in
            let partial = try open(&state, for: endpoint)
            if state.wholeSize != nil {
                // A plugin refused the complete file, and tries again.
                state.wholeSize = nil
                try partial.clear()
            }
            state.offset = nil
            let size = partial.size
            // Other methods have no ranges (RFC 9110 §14.2), and a range of the target's own is the whole file here.
            state.mayResume = endpoint.method == .get && !endpoint.headers.contains("Range")
            guard state.mayResume, size > 0, let record = state.record else { return nil }
            state.offset = size
            state.ownRanges.insert(Self.range(from: size))
            return (size, record.validator)
        }
        func ask(_ name: String, _ value: String) {
            if !endpoint.headers.contains(name) { endpoint.headers[name] = value }
        }
        // The range and the hash of an encoded body are not those of the file.
        if options.resumes || options.digest == .reprDigest { ask("Accept-Encoding", "identity") }
        if options.digest == .reprDigest { ask("Want-Repr-Digest", "sha-256=1") }
        guard let (offset, validator) = offset else { return }
        endpoint.headers["Range"] = Self.range(from: offset)
        endpoint.headers["If-Range"] = validator
    }

    /// The largest number of parts that a server may send a file in.
    static let maxRanges = 1_000

    static func range(from offset: Int64) -> String { "bytes=\(offset)-" }

    /// Returns the offset that an endpoint asks for by this download's own range; nil without one.
    func offset(requestedBy endpoint: Endpoint) -> Int64? {
        guard let offset = state.withLock({ $0.offset }) else { return nil }
        return endpoint.headers["Range"]?.isSame(bytes: Self.range(from: offset)) ?? false ? offset : nil
    }

    /// Returns the partial file, which the first attempt opens.
    private func open(_ state: inout State, for endpoint: Endpoint) throws -> PartialFile {
        if state.isOver {
            throw URLError(.cannotWriteToFile, text: "the download has ended; a plugin started another attempt")
        }
        if let partial = state.partial { return partial }
        if let problem = destination.problem ?? options.problem { throw RequestError(.invalidRequest(problem)) }
        if case .file(let url) = destination { try FileEntry.check(url, for: options.existingFile) }
        if options.createsFolders { try createFolders(&state) }
        state.resource = ResumeRecord.fingerprint(of: endpoint)
        let partial = try PartialFile(at: partialURL(for: endpoint, state.resource))
        state.partial = partial
        if options.resumes, partial.size > 0 {
            state.record = ResumeRecord(at: partial.recordURL, for: state.resource)
        }
        return partial
    }

    /// Returns the place of the partial file. It is the same in each call, so that one of a process that has ended is
    /// continued or replaced.
    private func partialURL(for endpoint: Endpoint, _ resource: String) -> URL {
        let name: String
        switch destination {
        case .file(let url):
            let own = url.lastPathComponent
            let isLong = own.utf8.count > FileName.limit - ".".utf8.count - PartialFile.longestEnding.utf8.count
            name = isLong ? "talyn-\(SHA256.digest(of: Array(own.utf8)).map(\.hexDigits).joined())" : own
        case .folder:
            // Equal URLs may have different bodies if the method has one.
            name = "talyn-\(endpoint.method == .get ? String(resource.prefix(32)) : UUID().uuidString)"
        }
        return destination.folder.appendingPathComponent(".\(name)\(PartialFile.ending)", isDirectory: false)
    }

    private func createFolders(_ state: inout State) throws {
        // Standardized, because the parent of a path that ends in ".." is no shorter path.
        var (missing, folder): ([URL], URL) = ([], destination.folder.standardizedFileURL)
        while FileEntry(at: folder) == nil, folder.pathComponents.count > 1 {
            missing.append(folder)
            folder.deleteLastPathComponent()
        }
        for folder in missing.reversed() {
            if mkdir(folder.path, 0o777) == 0 {
                state.createdFolders.append(folder)
            } else if errno != EEXIST {
                throw URLError(file: errno, .cannotCreateFile, "created")
            }
        }
    }

    // MARK: Progress

    /// Returns the progress for one of the transport: what was sent. Received bytes are reported as they are written;
    /// the transport counts those of one response only.
    private func counted(_ news: TransferProgress) -> TransferProgress? {
        guard news.received == 0, news.totalToReceive == nil else { return nil }
        return state.withLock { state in
            (state.progress.sent, state.progress.totalToSend) = (news.sent, news.totalToSend)
            return state.progress
        }
    }

    /// Reports the bytes of the file that are written.
    func report(_ received: Int64, of total: Int64?) {
        let (meter, progress) = state.withLock { state in
            (state.progress.received, state.progress.totalToReceive) = (received, total)
            return (state.meter, state.progress)
        }
        meter?.take(progress)
    }
}

extension PartialFile {
    static let ending = ".part"
    static let longestEnding = "\(ending).json"

    /// The place of the record with which it can be continued.
    var recordURL: URL { URL(fileURLWithPath: "\(url.path).json", isDirectory: false) }
}
