import Foundation

extension Data {
    /// Returns bytes that repeat after 251, made without a loop over each, which is slow in a debug build.
    static func pattern(_ count: Int) -> Data {
        let period = Data((0..<251).map { UInt8($0) })
        var data = Data(capacity: count + period.count)
        while data.count < count { data.append(period) }
        return data.prefix(count)
    }
}
