import Foundation
import Talyn

/// The downloads as text: a bar for each picture whose bytes arrive, redrawn in place below a line for each that ended.
///
/// ```text
/// 99000000101_9fb998543b_m.jpg: 71,204 of 71,204 bytes, resumed from 25,000 bytes
/// 99000000238_a9a…  [###############-----]  50,000 of 66,812 bytes
/// ```
/// Without a terminal there are no bars and no control codes.
struct DownloadBoard: Sendable {
    /// The line of a picture that has ended.
    enum Line: Equatable, Sendable {
        case note(String)
        case failure(String)
    }

    private let names: [String]
    /// In columns; nil without a terminal.
    private let width: Int?
    /// The first progress of each picture, which is where it resumed, and its latest.
    private var moving: [Int: (first: TransferProgress, latest: TransferProgress)] = [:]
    private var ended: Set<Int> = []
    private var drawnBars = 0

    /// Makes a board of pictures, which have the names of their URLs until a server names the files.
    init(pictures: [String], width: Int?) {
        names = pictures.map { URL(string: $0)?.lastPathComponent ?? "" }
            .map { $0.isEmpty || $0.utf8.elementsEqual("/".utf8) ? "picture" : $0.terminalSafe }
        self.width = width.map { max($0, 1) }
    }

    /// Takes an event of a picture, and returns its line if it has ended. One that was cancelled before its first byte
    /// has none.
    mutating func take(_ event: PictureDownloads.Event, of index: Int) -> Line? {
        switch event {
        case .moved(let progress):
            if !ended.contains(index) { moving[index] = (moving[index]?.first ?? progress, progress) }
            return nil
        case .ended(let result):
            ended.insert(index)
            let progress = moving.removeValue(forKey: index)
            let start = progress.map(\.first.received) ?? 0
            switch result {
            case .success(let file):
                let name = file.url.lastPathComponent.terminalSafe
                let resumed = start > 0 ? ", resumed from \(start.grouped) bytes" : ""
                return .note("\(name): \(Self.count(file.size, of: file.size))\(resumed)")
            case .failure(.cancelled):
                guard let latest = progress?.latest else { return nil }
                return .note("\(names[index]): stopped at \(Self.count(latest.received, of: latest.totalToReceive))")
            case .failure(let error) where error.urlError?.code == .cannotMoveFile:
                return .note("\(names[index]): a file of this name is there already, not fetched again")
            case .failure(let error):
                return .failure("photos: \(names[index]) failed: \(error.swiftText.terminalSafe)")
            }
        }
    }

    /// Returns the control codes that erase the bars; empty if there are none.
    mutating func erasing() -> String {
        defer { drawnBars = 0 }
        return drawnBars > 0 ? "\r\u{1B}[\(drawnBars)A\u{1B}[J" : ""
    }

    /// Returns the bars, each a line; empty without a terminal.
    mutating func drawing() -> String {
        guard let width else { return "" }
        let longest = moving.keys.map { names[$0].displayWidth }.max() ?? 0
        let bars = moving.sorted { $0.key < $1.key }.map { index, progress in
            bar(names[index].fitted(to: max(min(longest, width / 4), 1)), progress.latest, width: width)
        }
        drawnBars = bars.count
        return bars.map { "\($0)\n" }.joined()
    }

    private func bar(_ name: String, _ progress: TransferProgress, width: Int) -> String {
        let total = progress.totalToReceive
        let longest = Self.count(total ?? progress.received, of: total).count
        let count = Self.count(progress.received, of: total)
        let text = String(repeating: " ", count: max(longest - count.count, 0)) + count
        let room = min(width - name.displayWidth - text.count - 6, 40)
        guard let fraction = progress.fraction, room >= 5 else { return "\(name)  \(text)".cut(to: width) }
        let filled = Int(fraction * Double(room))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled)
        return "\(name)  [\(bar)]  \(text)"
    }

    private static func count(_ bytes: Int64, of total: Int64?) -> String {
        "\(bytes.grouped)\(total.map { " of \($0.grouped)" } ?? "") bytes"
    }
}

extension Int64 {
    /// The number with a comma between thousands, whatever the user's region: "12,345".
    var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
