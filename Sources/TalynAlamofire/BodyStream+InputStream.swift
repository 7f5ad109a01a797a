package import Talyn

extension BodyStream {
    /// The bytes of a stream of Foundation's, which can be read once.
    package init(_ stream: InputStream, length: Int64?) {
        let stream = UncheckedTransfer(stream)
        self.init(length: length) {
            let stream = stream.value
            stream.open()
            return {
                var chunk = Data(count: 65_536)
                let count = chunk.withUnsafeMutableBytes { bytes in
                    bytes.bindMemory(to: UInt8.self).baseAddress.map { stream.read($0, maxLength: bytes.count) } ?? 0
                }
                // On Linux, `streamError` crashes if it is nil.
                if count < 0 { throw URLError(.requestBodyStreamExhausted) }
                if count == 0 { stream.close() }
                return count == 0 ? nil : chunk.prefix(count)
            }
        }
    }
}
