/// One download: the partial file over the attempts of its call, and the treatment of each response.
///
/// Download+Receive.swift judges responses, Download+Write.swift writes their bodies, Download+Finish.swift moves the
/// file or cleans up.
final class Download: BodyHandler {
    /// The file of a call, from its first attempt to its last step.
    struct Part: Sendable {
        let file: PartialFile
        /// The fingerprint of the method and URL; empty for a file that no other call continues.
        let resource: String
        /// The fingerprint without the query, by which the parts of other links to a file are found; nil for a file
        /// that the app names.
        var page: String?
        /// Whether the URL is signed, so that the fingerprint lacks a part of it.
        var isSigned = false
        /// The facts with which the file can be continued; nil if it cannot.
        var record: ResumeRecord?
        /// Whether a request may ask for a range: a GET without one of the target's own.
        var mayResume = false
        /// The offset that the last request asked for; nil if it asked for the whole file.
        var offset: Int64?
        /// The values of `Range` that the requests of this call had.
        var ranges: Set<String> = []

        /// The record with which the next call can continue the file; nil if it cannot. A signed URL is known by a part
        /// of its query, so that only a tag says that two of them name one version.
        var recordForNextCall: ResumeRecord? { isSigned && record?.fields["ETag"] == nil ? nil : record }
    }

    /// The states of the file in its call.
    enum Phase: Sendable {
        /// Before the first attempt.
        case unopened
        /// The file is empty or incomplete.
        case partial(Part)
        /// An attempt writes, or the file is being moved. A plugin may run several attempts at once; another one fails.
        case writing(Part)
        /// The file is complete, with its length in bytes. A plugin may still refuse it, and try again.
        case complete(Part, Int64)
        /// The call has ended. A plugin's late attempt fails.
        case ended

        /// The file; nil before and after the call. It can be changed, and neither set nor removed.
        var part: Part? {
            get {
                switch self {
                case .partial(let part), .writing(let part), .complete(let part, _): part
                case .unopened, .ended: nil
                }
            }
            set {
                guard let newValue else { return }
                switch self {
                case .partial: self = .partial(newValue)
                case .writing: self = .writing(newValue)
                case .complete(_, let size): self = .complete(newValue, size)
                case .unopened, .ended: break
                }
            }
        }
    }

    struct State: Sendable {
        var phase = Phase.unopened
        /// The folders that were created, the outermost first.
        var createdFolders: [URL] = []
        var progress = TransferProgress()
    }

    let destination: DownloadDestination
    let options: DownloadOptions
    let state = Locked(State())

    init(_ destination: DownloadDestination, _ options: DownloadOptions) {
        self.destination = destination
        self.options = options
    }

    var staysOpen: Bool { false }

    // `complete` checks the status, which validation may accept beyond 2xx.
    func validate(_ response: Response) {}

    /// Prepares an attempt: opens the partial file, and asks for the rest of it.
    /// - Throws: ``RequestError/Kind-swift.enum/invalidRequest(_:)``, and `URLError` for a destination that cannot be
    ///   written.
    func prepare(_ endpoint: inout Endpoint) throws {
        // Other methods have no ranges (RFC 9110 §14.2), and a range of the target's own is the whole file here.
        let mayResume = endpoint.method == .get && !endpoint.headers.contains("Range")
        let rest = try state.withLock { state -> (range: String, validator: String)? in
            var part = try open(&state, for: endpoint)
            defer { state.phase.part = part }
            (part.offset, part.mayResume) = (nil, mayResume)
            if case .complete = state.phase {
                // No later call continues what a plugin refused.
                part.record = nil
                unlink(part.file.recordURL.path)
                return nil
            }
            let size = try part.file.size()
            guard mayResume, size > 0, let record = part.record else { return nil }
            let range = Self.range(from: size)
            part.offset = size
            part.ranges.insert(range)
            return (range, record.validator)
        }
        func ask(_ name: String, _ value: String) {
            if !endpoint.headers.contains(name) { endpoint.headers[name] = value }
        }
        // The range and the hash of an encoded body are not those of the file.
        if options.resumes || options.digest == .reprDigest { ask("Accept-Encoding", "identity") }
        if options.digest == .reprDigest { ask("Want-Repr-Digest", "sha-256=1") }
        guard let rest else { return }
        endpoint.headers["Range"] = rest.range
        endpoint.headers["If-Range"] = rest.validator
    }

    private static func range(from offset: Int64) -> String { "bytes=\(offset)-" }

    /// Returns the offset that an endpoint asks for by this download's own range; nil without one.
    func offset(requestedBy endpoint: Endpoint) -> Int64? {
        guard let offset = state.withLock({ $0.phase.part?.offset }) else { return nil }
        return endpoint.headers["Range"]?.isSame(bytes: Self.range(from: offset)) ?? false ? offset : nil
    }

    /// Returns the file, which the first attempt opens, for another attempt.
    private func open(_ state: inout State, for endpoint: Endpoint) throws -> Part {
        switch state.phase {
        // A complete file stays until the next body begins: a plugin refused it, or had two attempts at once.
        case .partial(let part), .writing(let part), .complete(let part, _): return part
        case .ended: throw URLError.downloadHasEnded
        case .unopened: break
        }
        if let problem = destination.problem ?? options.problem { throw RequestError(.invalidRequest(problem)) }
        if case .file(let url) = destination { try FileEntry.check(url, for: options.existingFile) }
        if options.createsFolders { try createFolders(&state) }
        let isNamed = if case .folder = destination { true } else { options.resumes }
        let resource = isNamed ? ResumeRecord.fingerprint(of: endpoint) : ""
        var part = Part(
            file: try PartialFile(at: partialURL(for: endpoint, resource)), resource: resource,
            isSigned: endpoint.isSigned)
        if case .folder = destination {
            part.page = ResumeRecord.fingerprint(of: endpoint, hasQuery: false)
        }
        if options.resumes, try part.file.size() > 0 {
            part.record = ResumeRecord(at: part.file.recordURL, for: resource)
        }
        state.phase = .partial(part)
        return part
    }

    /// Returns the URL of the partial file. It is the same in each call, so that one of a process that has ended is
    /// continued or replaced.
    private func partialURL(for endpoint: Endpoint, _ resource: String) -> URL {
        let name: String
        switch destination {
        case .file(let url):
            let own = url.lastPathComponent
            let isLong = own.utf8.count > FileName.limit - ".".utf8.count - PartialFile.longestEnding.utf8.count
            name = isLong ? "talyn-\(SHA256.digest(of: Array(own.utf8)).hexDigits)" : own
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
    func progress(for transferred: TransferProgress) -> TransferProgress? {
        guard transferred.received == 0, transferred.totalToReceive == nil else { return nil }
        return state.withLock { state in
            (state.progress.sent, state.progress.totalToSend) = (transferred.sent, transferred.totalToSend)
            return state.progress
        }
    }

    /// Reports the bytes of the file that are written.
    func report(_ received: Int64, of total: Int64?, _ context: CallContext) {
        guard let meter = context.record.meter else { return }
        let progress = state.withLock { state -> TransferProgress? in
            if case .ended = state.phase { return nil }
            (state.progress.received, state.progress.totalToReceive) = (received, total)
            return state.progress
        }
        if let progress { meter.take(progress) }
    }
}

extension PartialFile {
    static let ending = ".part"
    static let longestEnding = "\(ending).json"

    /// The URL of the record with which it can be continued.
    var recordURL: URL { URL(fileURLWithPath: "\(url.path).json", isDirectory: false) }
}
