internal import Foundation
internal import Talyn

/// The file of a stored response: a line with lengths and checksums, the head as text, and the body.
///
/// ```text
/// talyn-cache 1 HEADLENGTH BODYLENGTH BODYSUM HEADSUM
/// 200 REQUESTED RECEIVED
/// Name: value
/// ```
/// Numbers are hexadecimal, dates are the bits of their seconds since 1970.
struct CacheFile: Sendable {
    private static let magic = "talyn-cache 1"
    static let firstLine = magic.utf8.count + 4 * 17 + 1
    /// The largest part of a file that is read at once; a longer body is a stream.
    static let readAtOnce = 1 << 16

    private let file: OpenFile
    private let head: [UInt8]
    private var sum = Checksum()
    /// The bytes of the body so far.
    private(set) var bodyLength: Int64 = 0

    /// The bytes of the file so far, once its head is written.
    var length: Int64 { Int64(Self.firstLine + head.count) + bodyLength }

    /// Makes an empty file, for a head.
    init(_ path: String, _ head: [UInt8]) throws {
        file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        // Until it is closed, or the process ends. Without locks in the file system the file only looks abandoned
        // later.
        _ = try? file.call { Int(flock($0, LOCK_EX | LOCK_NB)) }
        self.head = head
    }

    /// Writes the head.
    func begin() throws { try file.append(Data(repeating: 0, count: Self.firstLine) + head) }

    mutating func append(_ bytes: Data) throws {
        sum.add(bytes)
        bodyLength += Int64(bytes.count)
        try file.append(bytes)
    }

    /// Writes the first line, without which the file is none.
    mutating func finish() throws {
        let line = Self.line(head, bodyLength, sum.value)
        let count = try file.call { descriptor in
            line.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        }
        // A file system that copies on writing needs room here, too.
        if count < line.count { throw OpenFile.Failure(number: ENOSPC) }
    }

    private static func line(_ head: [UInt8], _ bodyLength: Int64, _ bodySum: UInt64) -> [UInt8] {
        var headSum = Checksum()
        headSum.add(Data(head))
        headSum.add(Data(bodySum.hexDigits.utf8))
        headSum.add(Data(bodyLength.hexDigits.utf8))
        let numbers = [Int64(head.count).hexDigits, bodyLength.hexDigits, bodySum.hexDigits, headSum.value.hexDigits]
        return Array("\(magic) \(numbers.joined(separator: " "))\n".utf8)
    }

    /// Returns the text of a head; nil for one that cannot be written.
    static func text(of head: StoredHead) -> [UInt8]? {
        let dates = [head.requestedAt, head.receivedAt].map { $0.timeIntervalSince1970.bitPattern.hexDigits }
        var text = "\(head.statusCode) \(dates[0]) \(dates[1])\n"
        for field in head.headers {
            // A session is no part of what others of the same program read.
            if HTTPHeaders.isSameName(field.name, "Set-Cookie") { continue }
            if "\(field.name)\(field.value)".utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return nil }
            text += "\(field.name): \(field.value)\n"
        }
        return text.utf8.count < readAtOnce - firstLine ? Array(text.utf8) : nil
    }

    // MARK: Reading

    /// Reads a file; nil for one that is not as it was written.
    static func read(_ path: String, _ variant: CacheVariant) -> StoredResponse? {
        guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW), let status = try? file.status() else { return nil }
        var buffer = [UInt8](repeating: 0, count: Int(min(max(Int64(status.st_size), 1), Int64(readAtOnce))))
        guard let count = try? buffer.withUnsafeMutableBytes({ try file.read(into: $0, at: 0) }), count >= firstLine
        else { return nil }
        let numbers = String(decoding: buffer[..<firstLine], as: UTF8.self).split(atBytes: " ").dropFirst(2)
            .map { UInt64($0.trimming(bytes: "\n"), radix: 16) }
        guard numbers.count == 4, let headLength = numbers[0].flatMap({ Int(exactly: $0) }),
            let bodyLength = numbers[1].flatMap({ Int64(exactly: $0) }), let bodySum = numbers[2],
            headLength <= count - firstLine, bodyLength >= 0,
            Int64(status.st_size) - Int64(firstLine + headLength) == bodyLength
        else { return nil }
        let start = firstLine + headLength
        let text = Array(buffer[firstLine..<start])
        guard line(text, bodyLength, bodySum).elementsEqual(buffer[..<firstLine]), let head = head(of: text, variant)
        else { return nil }
        if bodyLength == 0 { return StoredResponse(head, body: .none) }
        guard Int64(count - start) == bodyLength else {
            return StoredResponse(head, body: .stream(body(file, from: Int64(start), bodyLength, bodySum)))
        }
        let body = Data(buffer[start..<count])
        var sum = Checksum()
        sum.add(body)
        return sum.value == bodySum ? StoredResponse(head, body: .data(body)) : nil
    }

    private static func head(of text: [UInt8], _ variant: CacheVariant) -> StoredHead? {
        let lines = String(decoding: text, as: UTF8.self).split(atBytes: "\n")
        let words = lines[0].split(atBytes: " ")
        guard words.count == 3, let status = Int(words[0]) else { return nil }
        let dates = words[1...].compactMap {
            UInt64($0, radix: 16).map { Date(timeIntervalSince1970: Double(bitPattern: $0)) }
        }
        guard dates.count == 2 else { return nil }
        var headers = HTTPHeaders()
        for line in lines.dropFirst() where !line.isEmpty {
            guard let (name, value) = line.cut(atBytes: ": ") else { return nil }
            headers.add(String(name), String(value))
        }
        return StoredHead(
            variant: variant, statusCode: status, headers: headers, requestedAt: dates[0], receivedAt: dates[1])
    }

    /// Returns the body of an open file. It throws before its end if its bytes are not those that were written.
    private static func body(
        _ file: OpenFile, from start: Int64, _ length: Int64, _ expected: UInt64
    ) -> BodyStream {
        BodyStream(length: length, isRepeatable: true) {
            var (read, sum) = (0 as Int64, Checksum())
            return {
                if read == length { return nil }
                var chunk = Data(count: Int(min(length - read, Int64(readAtOnce))))
                let count = try chunk.withUnsafeMutableBytes { try file.read(into: $0, at: start + read) }
                chunk = chunk.prefix(count)
                sum.add(chunk)
                read += Int64(count)
                guard count > 0, read < length || sum.value == expected else { throw URLError(.cannotDecodeRawData) }
                return chunk
            }
        }
    }
}

/// A sum over the words of some bytes, which another byte at any place changes. It protects from damage, not from an
/// attacker.
struct Checksum: Sendable {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var rest: UInt64 = 0
    /// The number of bytes.
    private var count: UInt64 = 0

    /// The sum of the bytes so far.
    var value: UInt64 {
        let last = Self.mix(state, rest)
        return Self.mix(last, count)
    }

    private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word) &* 0xBF58_476D_1CE4_E5B9
        return product ^ product &>> 29
    }

    mutating func add(_ bytes: Data) {
        bytes.withUnsafeBytes { bytes in
            var index = 0
            func addByte() {
                rest |= UInt64(bytes[index]) &<< (8 &* (count & 7))
                count &+= 1
                index += 1
                if count & 7 == 0 { (state, rest) = (Self.mix(state, rest), 0) }
            }
            while index < bytes.count, count & 7 != 0 { addByte() }
            while index + 8 <= bytes.count {
                state = Self.mix(
                    state, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
                count &+= 8
                index += 8
            }
            while index < bytes.count { addByte() }
        }
    }
}
