import Talyn
import TalynStubs

/// The samples of the article about uploads, and of the doc comments of forms.
enum UploadingSamples {
    enum Photos: RoutedTarget {
        case avatar(id: Int, png: Data)
        case clip(title: String, note: String?, file: URL, tags: [String])
        case report(Report, attachments: [URL])

        var baseURL: URL { URL(string: "https://photos.example")! }

        var route: Route {
            switch self {
            case .avatar(let id, let png):
                .post("users/\(id)/avatar").multipart {
                    Part("caption", "me")
                    Part("file", data: png, fileName: "me.png")  // image/png, by its name
                }
            case .clip(let title, let note, let file, let tags):
                .post("clips").multipart {
                    Part("title", title)
                    Part("note", note)  // nil omits the part
                    Part("tags", tags)  // a part for each, tags[]
                    Part("video", file: file)  // read while it is sent
                }
            case .report(let report, let attachments):
                .post("reports").multipart {
                    Part("report", json: report)  // the target's encoder, application/json
                    for attachment in attachments { Part("attachments", file: attachment) }
                }.query(["draft": true])
            }
        }
    }

    nonisolated struct Report: Encodable { var title: String }

    enum Bodies: RoutedTarget {
        case store(URL)
        case thumbnail(Data)
        case log(BodyStream)
        case events([String])

        var baseURL: URL { URL(string: "https://photos.example")! }

        var route: Route {
            switch self {
            case .store(let file): .put("clips/1").file(file, contentType: "video/mp4")
            case .thumbnail(let png): .put("clips/1/thumbnail").data(png, contentType: "image/png")
            case .log(let lines): .post("log").stream(lines, contentType: "text/plain")
            case .events(let events): .post("events").json(events).contentCoding(.gzip)
            }
        }
    }

    enum Users: RoutedTarget {
        case avatar(id: Int, png: Data, video: URL)
        case report(title: String, note: String?, photos: [URL], moreParts: [Part])

        var baseURL: URL { URL(string: "https://photos.example")! }

        var route: Route {
            switch self {
            case .avatar(let id, let png, let video):
                .post("users/\(id)/avatar").multipart {
                    Part("caption", "me")
                    Part("file", data: png, fileName: "me.png")  // image/png, by its name
                    Part("video", file: video)  // read while it is sent
                    Part("meta", json: ["public": true, "tags": ["a"]])
                }
            case .report(let title, let note, let photos, let moreParts):
                .post("reports").multipart {
                    Part("title", title)
                    if let note { Part("note", note) }
                    for photo in photos { Part("photos", file: photo) }
                    moreParts
                }
            }
        }
    }

    nonisolated static func task(png: Data) -> HTTPTask {
        .multipart {
            Part("caption", "me")
            Part("file", data: png, fileName: "me.png")
        }
    }

    static func run() async throws {
        let png = Data([0x89, 0x50])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov")
        try Data("movie".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }

        try await progress(png)
        try await looks(png)
        let clip = try Provider<Photos>().endpoint(.clip(title: "t", note: nil, file: file, tags: ["a", "b"]))
        guard clip.body.form?.parts.map(\.name) == ["title", "tags[]", "tags[]", "video"] else { fail("a clip") }
        let report = try Provider<Photos>().endpoint(.report(Report(title: "t"), attachments: [file]))
        guard report.body.form?["report"]?.text == #"{"title":"t"}"#, report.url.query == "draft=1" else {
            fail("a report")
        }
        let avatar = try Provider<Users>().endpoint(.avatar(id: 1, png: png, video: file))
        guard avatar.body.form?["meta"]?.text == #"{"public":true,"tags":["a"]}"# else { fail("JSON of a literal") }
        let parts = try Provider<Users>().endpoint(
            .report(title: "t", note: "n", photos: [file], moreParts: [Part("a", 1)]))
        guard parts.body.form?.parts.map(\.name) == ["title", "note", "photos", "a"] else { fail("a builder") }
        let byHand = try Endpoint(.post, url: GitHub.host, task: task(png: png))
        guard byHand.body.form?.parts.count == 2 else { fail("a task: \(byHand.body)") }

        let lines = BodyStream(isRepeatable: true) {
            var numbers = (1...3).makeIterator()
            return { numbers.next().map { Data("line \($0)\n".utf8) } }
        }
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        let bodies = Provider<Bodies>(transport: stubs)
        for target in [Bodies.store(file), .thumbnail(png), .log(lines)] { try await bodies.request(target) }
        guard stubs.calls.map(\.bodyLength) == [5, 2, 21] else { fail("a file, bytes and a stream") }
    }

    static func progress(_ png: Data) async throws {
        let stubs = StubTransport()
        stubs.on(where: { _, _ in true }, .status(204))
        let photos = Provider<Photos>(transport: stubs)
        let (counts, count) = AsyncStream<(Int64, Int64?)>.makeStream()
        let show: @Sendable (Int64, Int64?) -> Void = { count.yield(($0, $1)) }
        try await photos.request(.avatar(id: 1, png: png)) { progress in
            show(progress.sent, progress.totalToSend)
        }
        count.finish()
        var last: (Int64, Int64?) = (0, nil)
        for await step in counts { last = step }
        guard last.0 > 0, last.0 == last.1 else { fail("progress: \(last)") }
    }

    static func looks(_ png: Data) async throws {
        let stubs = StubTransport()
        stubs.on(Photos.avatar(id: 1, png: png), .status(204))
        try await Provider<Photos>(transport: stubs).request(.avatar(id: 1, png: png))
        let form = stubs.calls[0].form
        assert(form?["caption"]?.text == "me")
        assert(form?.parts.map(\.fileName) == [nil, "me.png"])
    }
}
