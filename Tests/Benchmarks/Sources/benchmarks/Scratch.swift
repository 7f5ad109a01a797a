import Foundation

/// The folder in BENCHMARK_SCRATCH: the files that the server sends, and those that it or this process received.
enum Scratch {
    private static let folder = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["BENCHMARK_SCRATCH"] ?? NSTemporaryDirectory())

    /// 512 MiB of random bytes.
    static let big = folder.appendingPathComponent("big")
    static let bigSize = 512 << 20

    /// A million events of a thousand characters, numbered from 1: 1 GB.
    static let eventCount = 1_000_000
    static let eventSize = 1_000

    /// The place for a download of this process.
    static let received = folder.appendingPathComponent("received-\(getpid())")

    static func makeBig() throws {
        try shell("[ -e big ] || { head -c \(bigSize) /dev/urandom >big && sha256sum <big >big.sha256; }")
    }

    /// The SHA-256 of the file, in 64 digits.
    static var bigDigest: String {
        get throws {
            String(try String(contentsOf: folder.appendingPathComponent("big.sha256"), encoding: .utf8).prefix(64))
        }
    }

    static func makeEvents() throws {
        let program = """
            BEGIN {
                while (length(text) < \(eventSize)) text = text "0123456789"
                for (id = 1; id <= \(eventCount); id++) printf "id: %d\\ndata: %s\\n\\n", id, text
            }
            """
        try shell("[ -e events ] || awk '\(program)' >events")
    }

    /// Compares every byte of a download with the file, and removes it.
    @Sendable static func checkReceived() throws {
        let name = received.lastPathComponent
        try shell("cmp big \(name) && rm \(name)")
    }

    /// The same for the one body that the server has received.
    @Sendable static func checkUploaded() throws { try shell("cmp big body/* && rm body/*") }

    /// The same if the body is a form, with the file as its one part.
    @Sendable static func checkUploadedForm() throws {
        try shell(
            #"""
            boundary=$(head -n 1 body/* | tr -d '\r')
            head -n 2 body/* | grep -q '^Content-Disposition: form-data; name="file"; filename="big"'
            { head -n 4 body/*; cat big; printf '\r\n%s--\r\n' "$boundary"; } | cmp - body/* && rm body/*
            """#)
    }

    /// Runs a script in the folder.
    private static func shell(_ script: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-ec", script]
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw WrongAnswer() }
    }
}
