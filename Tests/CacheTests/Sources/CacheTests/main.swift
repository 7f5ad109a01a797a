import Foundation
import Talyn
import TalynStores
import TalynTesting

/// The outcome of a case.
enum Verdict: Equatable {
    case passed
    case failed(String)
}

/// A failure of a check.
struct Failure: Error {
    let text: String
}

/// Runs one case: a server that answers as the case says, and a provider with a cache that sends its requests.
final class Run: Sendable {
    let test: Case
    let clock = TestClock(isManual: true, start: Date(timeIntervalSince1970: 1_700_000_000))
    private let provider: Provider<MultiTarget>
    private let server: LoopbackServer
    private let state: State
    private let base: String

    /// The requests that the server has seen.
    private final class State: @unchecked Sendable {
        // Unchecked: guarded by its lock.
        private let lock = NSLock()
        private var seen: [ReceivedRequest] = []

        func add(_ request: ReceivedRequest) -> Int {
            lock.lock()
            defer { lock.unlock() }
            seen.append(request)
            return seen.count
        }

        func request(_ number: Int) -> ReceivedRequest? {
            lock.lock()
            defer { lock.unlock() }
            return seen.first { $0.headers["Req-Num"] == "\(number)" }
        }
    }

    init(_ test: Case, _ cache: ResponseCache?) throws {
        let (clock, state) = (clock, State())
        let path = "/test/\(test.id)"
        server = try LoopbackServer { request in
            Self.answer(to: request, of: test, state, clock)
        }
        self.test = test
        self.state = state
        base = server.url.absoluteString + path
        let plugins: [any Plugin] = if let cache { [.cache(cache)] } else { [] }
        provider = Provider(plugins: plugins, clock: clock)
    }

    // MARK: The server

    private static func answer(
        to request: ReceivedRequest, of test: Case, _ state: State, _ clock: TestClock
    ) -> [ServerStep] {
        let count = state.add(request)
        let number = request.headers["Req-Num"].flatMap(Int.init) ?? count
        guard test.requests.indices.contains(number - 1) else { return [.response(500, to: request)] }
        let step = test.requests[number - 1]
        if step.disconnect == true { return [.reset] }
        if let pause = step.responsePause { clock.advance(by: .seconds(pause)) }
        var headers = step.fields(step.responseHeaders, at: clock.date, base: "/test/\(test.id)")
        headers.add("Server-Request-Count", "\(count)")
        headers.add("Client-Request-Count", "\(number)")
        if !headers.contains("Content-Type") { headers.add("Content-Type", "text/plain") }
        var (status, body) = (200, step.responseBody ?? test.ownBody)
        if let code = step.responseStatus?.first?.amount { status = Int(code) }
        if let type = step.expectedType, type.hasSuffix("validated"), number > 1 {
            let before = test.requests[number - 2].fields(
                test.requests[number - 2].responseHeaders, at: clock.date, base: "")
            let isTag = type.hasPrefix("etag")
            let sent = request.headers[isTag ? "If-None-Match" : "If-Modified-Since"]
            // A date was made when the entry before was sent, on the same clock.
            let isSame = isTag ? sent == before["ETag"] : sent != nil && before.contains("Last-Modified")
            (status, body) = isSame ? (304, "") : (999, "")
        }
        let own = headers["Content-Length"]
        headers.remove("Content-Length")
        if let length = own.flatMap(Int.init) { body = String((body + test.ownBody).prefix(length)) }
        var head = "HTTP/1.1 \(status) \(status == 200 ? "OK" : "Status")\r\n"
        for field in headers { head += "\(field.name): \(field.value)\r\n" }
        let isBodiless = status == 204 || status == 304 || request.method == "HEAD"
        if isBodiless { if let own { head += "Content-Length: \(own)\r\n" } }
        if !isBodiless { head += "Content-Length: \(body.utf8.count)\r\n" }
        return [.send("\(head)\r\n\(isBodiless ? "" : body)")]
    }

    // MARK: The client

    func verdict() async -> Verdict {
        defer { server.stop() }
        for index in test.requests.indices {
            do { try await send(index) } catch let failure as Failure { return .failed(failure.text) } catch {
                return .failed("\(error)")
            }
            if test.requests[index].pauseAfter == true { clock.advance(by: .seconds(3)) }
        }
        return .passed
    }

    private func send(_ index: Int) async throws {
        let step = test.requests[index]
        var text = base
        if let name = step.filename { text += "/\(name)" }
        if let query = step.queryArg { text += "?\(query)" }
        guard let url = URL(string: text) else { throw Failure(text: "no URL") }
        var headers = step.fields(step.requestHeaders, at: clock.date, base: "")
        headers["Req-Num"] = "\(index + 1)"
        let body: Body = step.requestBody.map { .data(Data($0.utf8)) } ?? .none
        var endpoint = Endpoint(
            HTTPMethod(rawValue: step.requestMethod ?? "GET"), url: url, headers: headers, body: body)
        endpoint.options.redirects = .refuse
        endpoint.options.decodesContent = !text.contains("Content-Encoding")
        if endpoint.options.decodesContent == false { endpoint.headers["Accept-Encoding"] = "identity" }
        let policy: CachePolicy = step.cache == "no-cache" ? .revalidate : .useProtocol
        var response: Response?
        do throws(MyAPIError) { response = try await provider.cachePolicy(policy).send(endpoint) } catch {
            response = error.response
        }
        try check(response, index, step)
    }

    private func check(_ response: Response?, _ index: Int, _ step: Step) throws {
        func expect(_ condition: Bool, _ text: @autoclosure () -> String) throws {
            if condition { return }
            throw Failure(text: "request \(index + 1): \(text())")
        }
        if case .noResponse = step.expectedStatus {
            try expect(response == nil, "a response where none may be used")
            return
        }
        guard let response else { return try expect(false, "no response") }
        let number = index + 1
        let count = response.headers["Server-Request-Count"].flatMap { Int($0) } ?? 0
        switch step.expectedType {
        case "cached":
            let isCached = response.statusCode == 304 && count == 0 || count < number
            try expect(isCached, "not cached")
        case "not_cached": try expect(count == number, "cached")
        case "lm_validated", "etag_validated":
            let name = step.expectedType == "etag_validated" ? "If-None-Match" : "If-Modified-Since"
            let sent = state.request(number)?.headers[name]
            try expect(sent != nil && response.statusCode != 999, "not validated")
        default: break
        }
        var status = 200
        if let code = step.responseStatus?.first?.amount { status = Int(code) }
        if case .code(let code) = step.expectedStatus { status = code }
        try expect(response.statusCode == status, "status \(response.statusCode), not \(status)")
        for row in step.expectedResponseHeaders ?? [] { try checkHeader(row, of: response, expect) }
        for row in step.missingResponseHeaders ?? [] {
            switch row {
            case .string(let name):
                try expect(
                    !response.headers.contains(name), "\(name) is there")
            case .array(let pair):
                guard case .string(let name)? = pair.first, case .string(let value)? = pair.last else { continue }
                let values = response.headers[name] ?? ""
                try expect(!values.contains(value), "\(name) is there")
            default: break
            }
        }
        if let received = state.request(number) {
            if let method = step.expectedMethod {
                try expect(received.method == method, "the server got \(received.method)")
            }
            for row in step.expectedRequestHeaders ?? [] {
                switch row {
                case .string(let name):
                    try expect(received.headers.contains(name), "\(name) was not sent")
                case .array(let pair):
                    guard case .string(let name)? = pair.first, case .string(let value)? = pair.last else { continue }
                    let sent = received.headers[name]
                    try expect(sent == value, "\(name) was \(sent ?? "missing")")
                default: break
                }
            }
        } else if step.expectedRequestHeaders != nil {
            try expect(false, "the server got no request")
        }
        guard step.checkBody != false, ![204, 304].contains(response.statusCode), step.requestMethod != "HEAD" else {
            return
        }
        let body = String(decoding: response.data, as: UTF8.self)
        let expected = step.expectedText ?? step.responseBody ?? test.ownBody
        try expect(body == expected, "the body is \(body)")
    }

    private func checkHeader(
        _ row: JSONValue, of response: Response, _ expect: (Bool, @autoclosure () -> String) throws -> Void
    ) throws {
        switch row {
        case .string(let name): try expect(response.headers.contains(name), "\(name) is missing")
        case .array(let parts):
            guard case .string(let name)? = parts.first else { return }
            let value = response.headers[name]
            if parts.count == 2 {
                let expected: String =
                    if case .string(let text) = parts[1] { text } else {
                        // A date of the first answer.
                        Step.date(clock.start.addingTimeInterval(parts[1].amount ?? 0), isOld: false)
                    }
                try expect(value == expected, "\(name) is \(value ?? "missing")")
            } else if case .string(let sign) = parts[1] {
                let left = value.flatMap(Double.init)
                if let right = parts[2].amount {
                    let holds = left.map { sign == ">" ? $0 > right : $0 == right } ?? false
                    try expect(holds, "\(name) is \(value ?? "missing")")
                } else if case .string(let other) = parts[2] {
                    try expect(value == response.headers[other], "\(name) is \(value ?? "missing")")
                }
            }
        default: break
        }
    }
}

// Usage: CacheTests FOLDER memory|folder [ID…]. Prints the page of the documentation, and ends with 1 if a required
// case fails without a reason, or if less than 70 optimal ones pass.
let arguments = CommandLine.arguments
guard arguments.count > 2 else {
    print("usage: CacheTests FOLDER memory|folder [ID…]")
    exit(2)
}
let data = URL(fileURLWithPath: arguments[1])
let suites = try JSONDecoder().decode(
    [Suite].self, from: Data(contentsOf: data.appendingPathComponent("cache-tests.json")))
let browsers = try JSONDecoder().decode(
    [String: [String: JSONValue]].self, from: Data(contentsOf: data.appendingPathComponent("browser-results.json")))
let isFolder = arguments[2] == "folder"
let only = arguments.dropFirst(3)

/// Required cases that do not pass, each with the rule that decides it.
let reasons = [
    "headers-store-Transfer-Encoding":
        "The response says that its body has a transfer coding that no client knows (RFC 9112 §7), so that nobody can "
        + "decode it; the call fails, and there is nothing to store.",
    "headers-store-Set-Cookie":
        isFolder ? "A choice: a session is not written to the disk. A store in memory passes." : nil,
].compactMapValues { $0 }

var verdicts: [String: Verdict] = [:]
/// The cases that pass without a cache, because each request goes to the server.
var withoutCache: Set<String> = []
for suite in suites {
    for test in suite.tests where only.isEmpty || only.contains(test.id) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        let cache = isFolder ? try ResponseCache(folder: folder) : ResponseCache()
        verdicts[test.id] = await (try Run(test, cache)).verdict()
        if isFolder { try? FileManager.default.removeItem(at: folder) }
        if await (try Run(test, nil)).verdict() == .passed { withoutCache.insert(test.id) }
    }
}
if !only.isEmpty {
    for (id, verdict) in verdicts { print(id, verdict) }
    exit(0)
}

/// The number of cases that pass, of how many.
struct Count {
    var passed = 0
    var all = 0

    mutating func add(_ isPassed: Bool) {
        all += 1
        if isPassed { passed += 1 }
    }

    var text: String { all == 0 ? "–" : "\(passed) of \(all)" }
}

var lines = ["| cases | required | optimal |", "|---|---|---|"]
var (required, optimal) = (Count(), Count())
var notPassed: [String] = []
var isFailed = false
for suite in suites {
    var (must, may) = (Count(), Count())
    for test in suite.tests where test.isCounted {
        let verdict = verdicts[test.id] ?? .failed("not run")
        let isRequired = test.kind == nil || test.kind == "required"
        if isRequired { must.add(verdict == .passed) } else if test.kind == "optimal" { may.add(verdict == .passed) }
        guard isRequired || test.kind == "optimal" else { continue }
        switch verdict {
        case .passed: break
        case .failed(let text):
            let name = test.name.replacingOccurrences(of: "  ", with: " ")
            notPassed.append("- `\(test.id)`: \(name). \(isRequired ? reasons[test.id] ?? text : "Optional.")")
            if isRequired, reasons[test.id] == nil { isFailed = true }
        }
    }
    if must.all + may.all > 0 { lines.append("| \(suite.name) | \(must.text) | \(may.text) |") }
    (required.passed, required.all) = (required.passed + must.passed, required.all + must.all)
    (optimal.passed, optimal.all) = (optimal.passed + may.passed, optimal.all + may.all)
}
lines.append("| all | \(required.text) | \(optimal.text) |")
/// Returns the row of what passes the counted cases by its results.
func row(_ name: String, _ isPassed: (Case) -> Bool) -> String {
    var (must, may) = (Count(), Count())
    for test in suites.flatMap(\.tests) where test.isCounted {
        if test.kind == nil || test.kind == "required" { must.add(isPassed(test)) }
        if test.kind == "optimal" { may.add(isPassed(test)) }
    }
    return "| \(name) | \(must.text) | \(may.text) |"
}
for (browser, results) in browsers.sorted(by: { $0.key < $1.key }) {
    lines.append(
        row(browser.capitalized) { test in
            results[test.id].map { if case .bool(true) = $0 { true } else { false } } ?? false
        })
}
lines.append(row("no cache at all") { withoutCache.contains($0.id) })

/// Returns how many of the required cases are among some.
func required(passedBy ids: Set<String>) -> String {
    let all = suites.flatMap(\.tests).filter { $0.isCounted && ($0.kind == nil || $0.kind == "required") }
    return "\(all.filter { ids.contains($0.id) }.count) of the \(all.count)"
}
print("# The results of cache-tests\n")
print("What a cache in \(isFolder ? "a folder" : "memory") passes of the public test suite for HTTP caches.\n")
print("## The table\n")
print(
    """
    The cases are those of http-tests/cache-tests (b55b8bd) on which browsers are measured, sent through a provider to a server on
    loopback, on a test clock. `.ci/check-cache` makes this page. The provider of a case:

    ```swift
    let provider = Provider<MultiTarget>(plugins: [.cache(cache)], clock: TestClock(isManual: true))
    ```

    """)
print(lines.joined(separator: "\n"))
print(
    """

    Many required cases say what a cache must not do: no cache at all, the same provider without the plugin, passes \
    \(required(passedBy: withoutCache)).
    """)
print("\n## What does not pass\n")
print(notPassed.joined(separator: "\n"))
if optimal.passed < 70 { isFailed = true }
exit(isFailed ? 1 : 0)
