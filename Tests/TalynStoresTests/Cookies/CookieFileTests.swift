import Foundation
import Talyn
import TalynTesting
import Testing

@testable import TalynStores

@Suite(.timeLimit(.minutes(5))) final class CookieFileTests {
    let folder: URL
    let file: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appendingPathComponent("cookies.txt")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private let later = Date(timeIntervalSince1970: 4_000_000_000)

    @Test func theFileIsNetscapesAndOfItsOwnerOnly() throws {
        let jar = try CookieJar(file: file)
        jar.removeAll()
        #expect(!FileManager.default.fileExists(atPath: file.path) && jar.fileError == nil)
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", path: "/x", expires: later))
        jar.set(
            Cookie(
                name: "b", value: "", domain: "b.example", isHostOnly: false, expires: later, isSecure: false,
                isHTTPOnly: false))
        jar.set(Cookie(name: "session", value: "3", domain: "a.example"))
        #expect(jar.fileError == nil)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(
            text == """
                # Netscape HTTP Cookie File
                #HttpOnly_a.example\tFALSE\t/x\tTRUE\t4000000000\ta\t1
                .b.example\tTRUE\t/\tFALSE\t4000000000\tb\t

                """)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["cookies.txt", "cookies.txt.lock"])
        #expect(jar.cookies.map(\.name) == ["a", "b", "session"])
        #expect(try CookieJar(file: file).cookies.map(\.name) == ["a", "b"])
    }

    @Test func sessionCookiesAreKeptIfAskedFor() throws {
        try CookieJar(file: file, keepsSessionCookies: true).set(Cookie(name: "s", value: "1", domain: "a.example"))
        #expect(try CookieJar(file: file).cookies.map(\.name) == ["s"])
    }

    @Test func twoJarsOverOneFileSeeEachOther() throws {
        let (one, two) = (try CookieJar(file: file), try CookieJar(file: file))
        one.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        two.set(Cookie(name: "b", value: "2", domain: "a.example", expires: later))
        one.set(Cookie(name: "session", value: "3", domain: "a.example"))
        #expect(one.cookies.map(\.name) == ["a", "b", "session"])
        two.remove(Cookie(name: "a", value: "", domain: "a.example"))
        #expect(Set(one.cookies.map(\.name)) == ["b", "session"] && two.cookies.map(\.name) == ["b"])
        try FileManager.default.removeItem(at: file)
        #expect(one.cookies.map(\.name) == ["session"] && two.cookies.isEmpty)
    }

    @Test func aLineWithoutACookieIsSkipped() throws {
        let text = """
            # comment
            #HttpOnly_a.example\tFALSE\t/\tFALSE\t4000000000\ta\t1\r

            a.example\tFALSE\t/\tFALSE
            a.example\tFALSE\t/\tFALSE\tnever\tx\t1
            \tFALSE\t/\tFALSE\t0\tx\t1
            a.example\tFALSE\t/\tFALSE\t1\texpired\t1
            .A.Example\tTRUE\t/\tTRUE\t0\tsession\tw\tith tab
            a.example\tFALSE\t/\tFALSE\t0\tempty
            """
        try Data(text.utf8).write(to: file)
        let cookies = try CookieJar(file: file).cookies
        #expect(cookies.map(\.name) == ["a", "session", "empty"])
        #expect(cookies.map(\.value) == ["1", "w\tith tab", ""])
        #expect(cookies.map(\.isHTTPOnly) == [true, false, false])
        #expect(cookies.map(\.domain) == ["a.example", "a.example", "a.example"])
    }

    @Test func aFileThatCannotBeReadOrWrittenLosesNothingInMemory() throws {
        #expect(throws: CookieFileError.self) { try CookieJar(file: folder) }
        let missing = folder.appendingPathComponent("missing/cookies.txt")
        let jar = try CookieJar(file: missing)
        let place = missing.deletingLastPathComponent()
        try FileManager.default.removeItem(at: place)
        try Data("a file".utf8).write(to: place)
        jar.set(Cookie(name: "a", value: "s3cret", domain: "a.example", expires: later))
        #expect(jar.cookies.map(\.name) == ["a"])
        let error = try #require(jar.fileError)
        #expect(error.code == ENOTDIR && !"\(error)".contains("s3cret"))
        try FileManager.default.removeItem(at: place)
        jar.set(Cookie(name: "b", value: "2", domain: "a.example", expires: later))
        #expect(jar.fileError == nil)
        #expect(try CookieJar(file: missing).cookies.map(\.name) == ["a", "b"])
    }

    @Test func aLineWithoutACookieStaysInTheFile() throws {
        let text = "# Netscape HTTP Cookie File\n# mine\n#HttpOnly_a.example\tFALSE\t/\tTRUE\t0\tsid\t1\n"
        try Data(text.utf8).write(to: file)
        // A session that the file has stays in it, also by a jar that would write none.
        let jar = try CookieJar(file: file)
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        let added = "#HttpOnly_a.example\tFALSE\t/\tTRUE\t4000000000\ta\t1\n"
        #expect(try String(contentsOf: file, encoding: .utf8) == text + added)
    }

    @Test func aFileOfAnotherFormatIsNotWrittenOver() throws {
        let text = Data(#"{"cookies": []}"#.utf8)
        try text.write(to: file)
        #expect(throws: CookieFileError.self) { try CookieJar(file: file) }
        try FileManager.default.removeItem(at: file)
        let jar = try CookieJar(file: file)
        try text.write(to: file)
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError != nil && jar.cookies.map(\.name) == ["a"])
        #expect(try Data(contentsOf: file) == text)
        // What could not be written is, with the next change.
        try FileManager.default.removeItem(at: file)
        jar.set(Cookie(name: "b", value: "2", domain: "a.example", expires: later))
        #expect(jar.fileError == nil)
        #expect(try CookieJar(file: file).cookies.map(\.name) == ["a", "b"])
    }

    @Test func aLinkStaysALink() throws {
        let target = folder.appendingPathComponent("target.txt")
        try Data().write(to: target)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        try CookieJar(file: file).set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(try CookieJar(file: target).cookies.map(\.name) == ["a"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target.path)
    }

    @Test func nothingASetterIsGivenBreaksALine() throws {
        let jar = try CookieJar(file: file, keepsSessionCookies: true)
        for text in ["x\ny", "x\ry", "x;y", "x\u{0}y"] {
            jar.set(Cookie(name: text, value: "v", domain: "a.example"))
            jar.set(Cookie(name: "n", value: text, domain: "a.example"))
            jar.set(Cookie(name: "n", value: "v", domain: "\(text).example"))
            jar.set(Cookie(name: "n", value: "v", domain: "a.example", path: "/\(text)"))
        }
        jar.set(Cookie(name: "n=m", value: "v", domain: "a.example"))
        jar.set(Cookie(name: "n", value: "v", domain: ""))
        jar.set(Cookie(name: "t\tb", value: "v", domain: "a.example"))
        jar.set(Cookie(name: "ok", value: "v", domain: "a.example", expires: Date(timeIntervalSince1970: .nan)))
        jar.set(Cookie(name: "far", value: "v", domain: "[::1]", expires: .distantFuture))
        #expect(Set(jar.cookies.map(\.name).filter { $0 != "t\tb" }) == ["ok", "far"])
        #expect(Set(try CookieJar(file: file).cookies.map { "\($0)" }) == ["ok of a.example", "far of [::1]"])
    }

    @Test func aPlainResponseHidesNoSecureCookieOfAnotherProcess() throws {
        let (one, two) = (try CookieJar(file: file), try CookieJar(file: file))
        one.set(Cookie(name: "a", value: "secure", domain: "a.example", expires: later))
        let endpoint = Endpoint(url: try #require(URL(string: "http://a.example/")))
        let fields = HTTPHeaders(
            [("a", "plain"), ("b", "1"), ("c", "2")].map { name, value in
                HTTPHeaders.Field("Set-Cookie", "\(name)=\(value); Path=/; Max-Age=60")
            })
        two.store(Response(statusCode: 200, headers: fields, endpoint: endpoint), at: Date())
        #expect(try CookieJar(file: file).cookies.map(\.value) == ["secure", "1", "2"])
    }

    // MARK: Size

    @Test func aFullJarIsReadAgain() throws {
        let jar = try CookieJar(file: file)
        let value = String(repeating: "v", count: 4_080)
        jar.set(
            (0..<3_000).map { Cookie(name: "\($0)", value: value, domain: "h\($0 % 30).example", expires: later) })
        #expect(jar.fileError == nil)
        #expect(try Data(contentsOf: file).count > 12_000_000)
        #expect(try CookieJar(file: file).cookies == jar.cookies)
    }

    @Test func aCookieThatIsTooLongForTheFileStaysInMemory() throws {
        let jar = try CookieJar(file: file)
        let text = String(repeating: "x", count: 8_200)
        jar.set(Cookie(name: "long", value: text, domain: "a.example", expires: later))
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError == nil && jar.cookies.map(\.name) == ["long", "a"])
        #expect(try CookieJar(file: file).cookies.map(\.name) == ["a"])
    }

    private func enlarge(to size: UInt64) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: size)
        try handle.close()
    }

    @Test func nothingIsWrittenThatCouldNotBeRead() throws {
        // One comment, as large as a file may be.
        try Data("#".utf8).write(to: file)
        try enlarge(to: 3_000 * 8_192 + 8 << 20)
        let jar = try CookieJar(file: file)
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError?.code == EFBIG && jar.cookies.map(\.name) == ["a"])
        #expect(try CookieJar(file: file).cookies.isEmpty)
    }

    @Test func aPipeInPlaceOfTheFileIsNotReplaced() throws {
        let jar = try CookieJar(file: file)
        #expect(mkfifo(file.path, 0o600) == 0)
        jar.removeAll()
        #expect(jar.fileError?.code == EINVAL)
        #expect(throws: CookieFileError.self) { try CookieJar(file: file) }
    }

    @Test(arguments: [#"{"sid": "s3cret"}"#, "too large"])
    func removingAllEmptiesAFileThatCannotBeRead(text: String) throws {
        let jar = try CookieJar(file: file)
        try Data(text.utf8).write(to: file)
        if text == "too large" { try enlarge(to: 33 << 20) }
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError != nil)
        jar.removeAll()
        #expect(jar.fileError == nil && jar.cookies.isEmpty)
        #expect(try String(contentsOf: file, encoding: .utf8) == "# Netscape HTTP Cookie File\n")
    }

    @Test func removingAllIsDoneLaterWhereTheFileCouldNotBeWritten() throws {
        let (one, two) = (try CookieJar(file: file), try CookieJar(file: file))
        one.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        // In the way of the file that takes the place of the old one.
        let obstacle = URL(fileURLWithPath: file.path + ".new")
        try FileManager.default.createDirectory(
            at: obstacle.appendingPathComponent("x"), withIntermediateDirectories: true)
        two.removeAll()
        #expect(two.fileError != nil && two.cookies.isEmpty)
        two.set(Cookie(name: "b", value: "2", domain: "a.example", expires: later))
        #expect(two.cookies.map(\.name) == ["b"])
        try FileManager.default.removeItem(at: obstacle)
        two.set(Cookie(name: "c", value: "3", domain: "a.example", expires: later))
        #expect(two.fileError == nil)
        #expect(one.cookies.map(\.name) == ["b", "c"] && two.cookies.map(\.name) == ["b", "c"])
    }

    // MARK: Folders

    @Test func aMissingFolderIsMade() throws {
        let deep = folder.appendingPathComponent("a/b/c/cookies.txt")
        let jar = try CookieJar(file: deep)
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError == nil)
        #expect(try CookieJar(file: deep).cookies.map(\.name) == ["a"])
        let attributes = try FileManager.default.attributesOfItem(atPath: deep.deletingLastPathComponent().path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func aFolderThatWasRemovedIsMadeAgain() throws {
        let place = folder.appendingPathComponent("caches/cookies.txt")
        let jar = try CookieJar(file: place)
        try FileManager.default.removeItem(at: place.deletingLastPathComponent())
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError == nil)
        #expect(try CookieJar(file: place).cookies.map(\.name) == ["a"])
    }

    @Test(arguments: ["file/cookies.txt", "file/a/b/cookies.txt", "dangling/cookies.txt"])
    func aFolderThatCannotBeMadeIsAnError(path: String) throws {
        try Data("somebody's".utf8).write(to: folder.appendingPathComponent("file"))
        #expect(symlink("file/nowhere", folder.appendingPathComponent("dangling").path) == 0)
        let error = #expect(throws: CookieFileError.self) {
            try CookieJar(file: self.folder.appendingPathComponent(path))
        }
        #expect(error.map { [ENOTDIR, EEXIST].contains($0.code) } == true)
        #expect(try Data(contentsOf: folder.appendingPathComponent("file")) == Data("somebody's".utf8))
    }

    // MARK: Logouts

    @Test(arguments: [false, true], [false, true])
    func aResponseBehindALogoutOfAnotherJarLogsNobodyIn(keepsSession: Bool, hasFile: Bool) throws {
        let (one, two) = (
            try CookieJar(file: file, keepsSessionCookies: keepsSession),
            try CookieJar(file: file, keepsSessionCookies: keepsSession)
        )
        if hasFile { two.set(Cookie(name: "sid", value: "1", domain: "a.example", expires: later)) }
        let logouts = two.logouts
        one.removeAll()
        for field in ["sid=2; Max-Age=60", "session=2"] { try store(field, in: two, logouts: logouts) }
        #expect(one.cookies.isEmpty && two.cookies.isEmpty)
        #expect(try CookieJar(file: file).cookies.isEmpty)
        // The next login is one.
        try store("sid=3; Max-Age=60", in: two, logouts: two.logouts)
        #expect(one.cookies.map(\.value) == ["3"] && two.cookies.map(\.value) == ["3"])
    }

    @Test func aLogoutEndsTheSessionsOfOtherJars() throws {
        let (one, two) = (try CookieJar(file: file), try CookieJar(file: file))
        two.set(Cookie(name: "session", value: "1", domain: "a.example"))
        one.removeAll()
        #expect(two.cookies.isEmpty)
    }

    @Test func aLogoutThatCannotWriteTheFileIsNoticedAllTheSame() throws {
        let (one, two) = (try CookieJar(file: file), try CookieJar(file: file))
        two.set(Cookie(name: "sid", value: "1", domain: "a.example", expires: later))
        let logouts = two.logouts
        let descriptor = open(file.path + ".lock", O_RDWR)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        one.removeAll()
        #expect(one.fileError?.code == EWOULDBLOCK)
        try store("sid=2; Max-Age=60", in: two, logouts: logouts)
        close(descriptor)
        one.set(Cookie(name: "other", value: "1", domain: "a.example", expires: later))
        #expect(one.cookies.map(\.name) == ["other"] && two.cookies.map(\.name) == ["other"])
    }

    @Test(arguments: [false, true])
    func aResponseBehindALogoutLogsNobodyInBesideAFileThatCannotBeRead(isLocked: Bool) throws {
        let (one, two) = (try CookieJar(file: file), try CookieJar(file: file))
        two.set(Cookie(name: "sid", value: "1", domain: "a.example", expires: later))
        let logouts = two.logouts
        one.removeAll()
        // More than is read, and nobody can write it.
        try? FileManager.default.removeItem(at: file)
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 64 << 20)
        try handle.close()
        let descriptor = open(file.path + ".lock", O_RDWR)
        defer { close(descriptor) }
        if isLocked { #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0) }
        for field in ["sid=2; Max-Age=60", "session=2"] { try store(field, in: two, logouts: logouts) }
        #expect(two.cookies.isEmpty && two.fileError != nil)
        // The next login is one, in memory until the file can be written.
        try store("sid=3; Max-Age=60", in: two, logouts: two.logouts)
        #expect(two.cookies.map(\.value) == ["3"])
        #expect(flock(descriptor, LOCK_UN) == 0)
        try FileManager.default.removeItem(at: file)
        two.set(Cookie(name: "other", value: "1", domain: "a.example", expires: later))
        #expect(try Set(CookieJar(file: file).cookies.map(\.value)) == ["1", "3"])
    }

    @Test func aLockThatIsRemovedEndsNoSession() throws {
        let (one, two) = (try CookieJar(file: file), try CookieJar(file: file))
        one.removeAll()
        two.set(Cookie(name: "session", value: "1", domain: "a.example"))
        let logouts = two.logouts
        try FileManager.default.removeItem(atPath: file.path + ".lock")
        try store("sid=2; Max-Age=60", in: two, logouts: logouts)
        #expect(two.cookies.map(\.name) == ["session", "sid"])
        one.removeAll()
        #expect(two.cookies.isEmpty)
    }

    // MARK: What is beside the file

    @Test(arguments: [".lock", ".new"], ["pipe", "folder", "loop", "dangling", "link"])
    func anObstacleInPlaceOfAFileOfTheLibraryIsReplaced(suffix: String, kind: String) throws {
        let jar = try CookieJar(file: file)
        let place = file.path + suffix
        let target = folder.appendingPathComponent("target")
        try Data("somebody's".utf8).write(to: target)
        switch kind {
        case "pipe": #expect(mkfifo(place, 0o600) == 0)
        case "folder": #expect(mkdir(place, 0o700) == 0)
        case "loop": #expect(symlink("cookies.txt\(suffix)", place) == 0)
        case "dangling": #expect(symlink("nowhere", place) == 0)
        default: #expect(symlink(target.path, place) == 0)
        }
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError == nil)
        #expect(try CookieJar(file: file).cookies.map(\.name) == ["a"])
        #expect(try Data(contentsOf: target) == Data("somebody's".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("nowhere").path))
    }

    @Test func aFolderWithContentInPlaceOfTheLockIsAnErrorThatLosesNothing() throws {
        let jar = try CookieJar(file: file)
        let place = URL(fileURLWithPath: file.path + ".lock")
        try FileManager.default.createDirectory(
            at: place.appendingPathComponent("x"), withIntermediateDirectories: true)
        jar.set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError != nil && jar.cookies.map(\.name) == ["a"])
        #expect(FileManager.default.fileExists(atPath: place.appendingPathComponent("x").path))
        try FileManager.default.removeItem(at: place)
        jar.set(Cookie(name: "b", value: "2", domain: "a.example", expires: later))
        #expect(jar.fileError == nil)
        #expect(try CookieJar(file: file).cookies.map(\.name) == ["a", "b"])
    }

    @Test func cookiesSetWhileAnotherProcessHoldsTheLockAreWrittenLater() async throws {
        let jar = try CookieJar(file: file)
        jar.set(Cookie(name: "first", value: "1", domain: "a.example", expires: later))
        let descriptor = open(file.path + ".lock", O_RDWR)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        for index in 0..<100 {
            jar.set(Cookie(name: "\(index)", value: "1", domain: "a.example", expires: later))
            #expect(jar.fileError?.code == EWOULDBLOCK)
        }
        #expect(jar.cookies.count == 101)
        close(descriptor)
        jar.set(Cookie(name: "last", value: "1", domain: "a.example", expires: later))
        #expect(jar.fileError == nil)
        #expect(try CookieJar(file: file).cookies.count == 102)
    }

    // MARK: As in memory

    /// Stores a field of a response.
    private func store(_ field: String, in jar: CookieJar, at date: Date = Date(), logouts: Int? = nil) throws {
        let endpoint = Endpoint(url: try #require(URL(string: "https://a.example/")))
        let response = Response(statusCode: 200, headers: ["Set-Cookie": field], endpoint: endpoint)
        jar.store(response, at: date, logouts: logouts)
    }

    private func jar(inFile: Bool) throws -> CookieJar { inFile ? try CookieJar(file: file) : CookieJar() }

    @Test(arguments: [false, true]) func cookiesKeepTheirOrder(inFile: Bool) throws {
        let jar = try jar(inFile: inFile)
        for field in ["a=1; Max-Age=1000", "b=2", "c=3; Max-Age=1000", "a=4; Max-Age=1000"] {
            try store(field, in: jar)
        }
        #expect(jar.cookies.map { "\($0.name)=\($0.value)" } == ["a=4", "b=2", "c=3"])
        if inFile {
            // Another process changes one and adds one.
            let other = try CookieJar(file: file)
            try store("a=5; Max-Age=1000", in: other)
            try store("d=6; Max-Age=1000", in: other)
            #expect(jar.cookies.map { "\($0.name)=\($0.value)" } == ["a=5", "b=2", "c=3", "d=6"])
        }
    }

    @Test(arguments: [false, true]) func aCookieThatIsUsedIsNotEvicted(inFile: Bool) throws {
        let jar = try jar(inFile: inFile)
        let url = try #require(URL(string: "https://a.example/"))
        try store("sid=1; Max-Age=1000", in: jar)
        for index in 0..<185 {
            try store("t\(index)=1; Path=/u; Max-Age=1000", in: jar)
            #expect(jar.cookies(for: url).map(\.name) == ["sid"])
        }
        #expect(jar.cookies.count == 180)
    }

    @Test(arguments: [false, true]) func theJarsOwnMethodsJudgeNoEnd(inFile: Bool) throws {
        // As of a test's clock, at which the cookies are not expired.
        let now = Date(timeIntervalSince1970: 946_684_800)
        let jar = try jar(inFile: inFile)
        for name in ["a", "b"] { try store("\(name)=1; Max-Age=1000", in: jar, at: now) }
        if inFile { #expect(try CookieJar(file: file).cookies(at: now).map(\.name) == ["a", "b"]) }
        jar.remove { $0.name == "a" }
        jar.set(Cookie(name: "c", value: "1", domain: "a.example", expires: now + 2000))
        #expect(jar.cookies(at: now).map(\.name) == ["b", "c"] && jar.cookies.isEmpty)
        jar.set(Cookie(name: "b", value: "", domain: "a.example", expires: now))
        #expect(jar.cookies(at: now).map(\.name) == ["c"])
        // A response ends those that are expired.
        try store("d=1; Max-Age=1000", in: jar, at: now + 1000)
        #expect(jar.cookies(at: now + 1000).map(\.name) == ["c", "d"])
        if inFile { #expect(try CookieJar(file: file).cookies(at: .distantPast).map(\.name) == ["c", "d"]) }
    }

    @Test func aSessionThatReplacesARememberedOneLeavesTheFile() throws {
        try Data("a.example\tFALSE\t/\tTRUE\t0\ttheirs\t1\n".utf8).write(to: file)
        let jar = try CookieJar(file: file)
        try store("sid=remembered; Max-Age=1000", in: jar)
        try store("sid=session", in: jar)
        try store("theirs=2", in: jar)
        #expect(jar.cookies.map(\.value) == ["2", "session"])
        // A session of another program stays in the file.
        #expect(try CookieJar(file: file).cookies.map { "\($0.name)=\($0.value)" } == ["theirs=2"])
        try store("b=1; Max-Age=1000", in: jar)
        #expect(jar.cookies.map(\.value) == ["2", "session", "1"])
    }

    // MARK: Other programs

    @Test func aFileThatIsRewrittenInPlaceIsRead() throws {
        func write(_ value: String, changed: TimeInterval) throws {
            if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: Data("a.example\tFALSE\t/\tFALSE\t4000000000\ta\t\(value)\n".utf8))
            try handle.close()
            let date = Date(timeIntervalSince1970: 1_700_000_000 + changed)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        try write("1", changed: 0)
        let jar = try CookieJar(file: file)
        // Of the same size, and within the same second.
        try write("2", changed: 0.5)
        #expect(jar.cookies.map(\.value) == ["2"])
    }

    @Test func linesOfOthersAreWrittenAsTheyAre() throws {
        let lines: [[UInt8]] = [
            Array("# Netscape HTTP Cookie File".utf8), [], Array("# \u{FC} ".utf8) + [0xFC],
            Array("feed.example\tFALSE\t/\tfalse\t4000000000.5\ta\tx".utf8) + [0xE9, 0x0D], Array("# after".utf8),
            Array("broken".utf8) + [0xE9],
        ]
        let text = Data(lines.joined(separator: [0x0A])) + [0x0A]
        try text.write(to: file)
        let jar = try CookieJar(file: file)
        jar.set(Cookie(name: "n", value: "1", domain: "a.example", expires: later, isHTTPOnly: false))
        let added = Data("a.example\tFALSE\t/\tTRUE\t4000000000\tn\t1\n".utf8)
        #expect(try Data(contentsOf: file) == text + added)
        jar.remove { $0.name == "n" }
        #expect(try Data(contentsOf: file) == text)
        jar.remove { $0.name == "a" }
        #expect(try Data(contentsOf: file) == Data((lines[..<3] + lines[4...]).joined(separator: [0x0A])) + [0x0A])
    }

    @Test func aLinkToNoFileYetIsFollowed() throws {
        let subfolder = folder.appendingPathComponent("sub")
        try FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
        let target = folder.appendingPathComponent("target.txt")
        let links = [
            (file.path, "sub/second"), (folder.path + "/sub/second", "../third"), (folder.path + "/third", target.path),
        ]
        for (link, destination) in links {
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: destination)
        }
        try CookieJar(file: file).set(Cookie(name: "a", value: "1", domain: "a.example", expires: later))
        #expect(try CookieJar(file: target).cookies.map(\.name) == ["a"])
        for (link, destination) in links {
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == destination)
        }
        // A circle is an error, and stays.
        let circle = folder.appendingPathComponent("circle")
        try FileManager.default.createSymbolicLink(atPath: circle.path, withDestinationPath: "circle")
        #expect(throws: CookieFileError.self) { try CookieJar(file: circle) }
    }

    @Test func manyWritersLoseNothing() async throws {
        let jars = try (0..<8).map { _ in try CookieJar(file: file) }
        await withTaskGroup(of: Void.self) { group in
            for (index, jar) in jars.enumerated() {
                group.addTask { [later] in
                    for number in 0..<20 {
                        let cookie = Cookie(name: "\(index)-\(number)", value: "v", domain: "a.example", expires: later)
                        jar.set(cookie)
                        // The lock is taken by the others all the time. What was not written is, with the next change.
                        while jar.fileError?.code == EWOULDBLOCK { jar.set(cookie) }
                    }
                }
            }
        }
        #expect(try CookieJar(file: file).cookies.count == 160)
    }
}
