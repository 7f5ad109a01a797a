import Foundation

#if os(Linux)
internal import CTalynZlib
#else
internal import Compression
#endif

/// DEFLATE data (RFC 1951) of the platform's compressor: zlib on Linux, Compression on Apple platforms.
final class Deflate {
    #if os(Linux)
    private let stream: UnsafeMutableRawPointer
    private var room = [UInt8](repeating: 0, count: 1 << 15)

    /// Whether the process has a compressor.
    static let isAvailable = talyn_zlib_load() != 0

    /// Begins the data.
    /// - Throws: `URLError.unknown` without a compressor or memory.
    init() throws(URLError) {
        guard let stream = talyn_deflate_begin() else { throw Self.failure }
        self.stream = stream
    }

    deinit { talyn_deflate_end(stream) }

    /// Compresses bytes, the last ones if `isLast`, and returns what is written of the data so far: on Linux all of it,
    /// on Apple platforms maybe nothing.
    func compress(_ bytes: Data, isLast: Bool) throws(URLError) -> Data {
        var written = Data()
        let isComplete = bytes.withUnsafeBytes { input in
            var (next, left) = (input.bindMemory(to: UInt8.self).baseAddress, input.count)
            while true {
                let (result, count) = room.withUnsafeMutableBufferPointer { room in
                    var (end, free) = (room.baseAddress, room.count)
                    let result = talyn_deflate(stream, &next, &left, &end, &free, isLast ? 1 : 0)
                    return (result, room.count - free)
                }
                written.append(contentsOf: room[..<count])
                if result < 0 { return false }
                // Room that is left means that nothing waits to be written.
                if result == 1 || !isLast && left == 0 && count < room.count { return true }
            }
        }
        guard isComplete else { throw Self.failure }
        return written
    }
    #else
    private final class Output {
        var data = Data()
    }

    private let output = Output()
    private let filter: OutputFilter

    /// Whether the process has a compressor.
    static let isAvailable = true

    /// Begins the data.
    /// - Throws: `URLError.unknown` without memory.
    init() throws(URLError) {
        do {
            // `zlib` is Compression's name for DEFLATE data without a frame.
            filter = try OutputFilter(.compress, using: .zlib) { [output] in output.data.append($0 ?? Data()) }
        } catch { throw Self.failure }
    }

    func compress(_ bytes: Data, isLast: Bool) throws(URLError) -> Data {
        do {
            if !bytes.isEmpty { try filter.write(bytes) }
            if isLast { try filter.finalize() }
        } catch { throw Self.failure }
        defer { output.data = Data() }
        return output.data
    }
    #endif

    private static var failure: URLError { URLError(.unknown, text: "the body cannot be compressed") }
}
