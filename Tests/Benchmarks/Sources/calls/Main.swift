// Makes calls over `CURLTransport` as a script tells it. Each line of standard input is a call, `ID METHOD URL [LENGTH]`,
// with a body of that many bytes; each line of standard output is its end, as JSON: status, fields and body, or the error.
//
//   calls [--in-flight N] [--authorities FILE]
//
// A script that reads an answer before it writes the next call knows which one ended the process.
#if os(Linux)
import Foundation
import FoundationNetworking
import Measure
import Synchronization
import Talyn

@main
enum Main {
    static func main() async throws {
        let arguments = Arguments()
        var network = NetworkConfiguration()
        if let file = arguments.text("authorities") { network.trust = .authorities(file: file) }
        let transport = try CURLTransport(network)
        // Reading blocks, so it has a thread of its own.
        let (calls, reader) = AsyncStream.makeStream(of: Call.self)
        Thread.detachNewThread {
            while let line = readLine() {
                guard let call = Call(line) else { fatalError("not a call: \(line)") }
                reader.yield(call)
            }
            reader.finish()
        }
        await withTaskGroup(of: Void.self) { group in
            var free = arguments.integer("in-flight") ?? 1
            for await call in calls {
                if free == 0 { await group.next() } else { free -= 1 }
                group.addTask { await call.make(over: transport).print() }
            }
        }
    }
}

/// A call to make.
struct Call {
    let id: String
    private let endpoint: Endpoint

    init?(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count >= 3, let url = URL(string: String(words[2])) else { return nil }
        id = String(words[0])
        let length = words.count > 3 ? Int(words[3]) : nil
        var endpoint = Endpoint(
            HTTPMethod(rawValue: String(words[1])), url: url, headers: ["X-Call": id],
            body: length.map { .data(Data(repeating: UInt8(ascii: "x"), count: $0)) } ?? .none)
        endpoint.options.timeout = .seconds(10)
        self.endpoint = endpoint
    }

    func make(over transport: CURLTransport) async -> End {
        do {
            return End(id, try await transport.send(endpoint, context: CallContext()))
        } catch {
            return End(id, error)
        }
    }
}

/// The end of a call.
struct End: Encodable {
    let id: String
    var status: Int?
    var fields: [[String]]?
    /// In Base64.
    var body: Data?
    /// The code of a `URLError`, or another kind of failure.
    var failure: String?
    var error: String?

    init(_ id: String, _ response: Response) {
        self.id = id
        status = response.statusCode
        fields = response.headers.map { [$0.name, $0.value] }
        body = response.data
    }

    init(_ id: String, _ error: any Error) {
        self.id = id
        let urlError = error as? URLError ?? (error as? RequestError)?.urlError
        if case .tooLarge = (error as? RequestError)?.kind { failure = "tooLarge" }
        failure = failure ?? urlError.map { "\($0.errorCode)" } ?? "\(type(of: error))"
        self.error = urlError?.localizedDescription ?? "\(error)"
    }

    private static let output = Mutex(FileHandle.standardOutput)

    func print() {
        guard let line = try? JSONEncoder().encode(self) else { fatalError("an end that is no JSON") }
        Self.output.withLock { $0.write(line + Data("\n".utf8)) }
    }
}
#else
@main
enum Main {
    static func main() { print("CURLTransport is for Linux") }
}
#endif
