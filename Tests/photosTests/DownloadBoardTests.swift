import Foundation
import Talyn
import Testing

@testable import photos

struct DownloadBoardTests {
    private func board(_ names: String..., width: Int? = nil) -> DownloadBoard {
        DownloadBoard(pictures: names.map { "https://live.staticflickr.com/65535/\($0)" }, width: width)
    }

    private func moved(_ received: Int64, of total: Int64? = 45_678) -> PictureDownloads.Event {
        .moved(TransferProgress(received: received, totalToReceive: total))
    }

    private func done(_ name: String, _ size: Int64 = 45_678) throws -> PictureDownloads.Event {
        let url = try #require(URL(string: "https://live.staticflickr.com/"))
        let file = URL(fileURLWithPath: "/tmp/\(name)")
        let response = Response(statusCode: 200, body: .file(file), endpoint: Endpoint(url: url))
        return .ended(.success(DownloadedFile(url: file, response: response, size: size)))
    }

    private func failed(_ error: MyAPIError) -> PictureDownloads.Event { .ended(.failure(error)) }

    private func failed(_ code: URLError.Code) -> PictureDownloads.Event {
        failed(.restError(RequestError(.transport(URLError(code))), statusCode: nil, errorCode: nil))
    }

    @Test func pictureThatIsDoneHasOneLineWithTheNameOfItsFile() throws {
        var board = board("a.jpg")
        #expect(board.take(moved(0), of: 0) == nil)
        #expect(board.take(moved(12_345), of: 0) == nil)
        #expect(board.take(try done("fog.jpg"), of: 0) == .note("fog.jpg: 45,678 of 45,678 bytes"))
    }

    @Test func firstProgressOfAResumedPictureIsWhereItResumed() throws {
        var board = board("a.jpg")
        _ = board.take(moved(12_345), of: 0)
        _ = board.take(moved(20_000), of: 0)
        #expect(
            board.take(try done("a.jpg"), of: 0)
                == .note("a.jpg: 45,678 of 45,678 bytes, resumed from 12,345 bytes"))
    }

    @Test func pictureThatIsThereIsNoFailure() {
        var board = board("a.jpg")
        #expect(
            board.take(failed(.cannotMoveFile), of: 0)
                == .note("a.jpg: a file of this name is there already, not fetched again"))
    }

    @Test(arguments: [
        (MyAPIError.requestTimeout(URLError(.timedOut)), ".requestTimeout(URLError -1001)"),
        (.internetConnection(URLError(.networkConnectionLost)), ".internetConnection(URLError -1005)"),
        (.empty(), ".empty"),
        (
            .restError(RequestError(.status(404)), statusCode: 404, errorCode: "\u{1B}[2J"),
            ".restError(status 404, statusCode: 404, errorCode: \" [2J\")"
        ),
    ])
    func failureIsOneLineWithItsTypedError(error: MyAPIError, text: String) {
        var board = board("a.jpg")
        #expect(board.take(failed(error), of: 0) == .failure("photos: a.jpg failed: \(text)"))
    }

    @Test func cancelledPictureTellsHowFarItCame() {
        var board = board("a.jpg", "b.jpg", "c.jpg")
        _ = board.take(moved(12_345), of: 0)
        _ = board.take(moved(12_345, of: nil), of: 1)
        #expect(board.take(failed(.cancelled()), of: 0) == .note("a.jpg: stopped at 12,345 of 45,678 bytes"))
        #expect(board.take(failed(.cancelled()), of: 1) == .note("b.jpg: stopped at 12,345 bytes"))
        #expect(board.take(failed(.cancelled()), of: 2) == nil)
    }

    @Test(arguments: ["", "/", "http://[::1", "https://example.com", "https://example.com/"])
    func urlWithoutANameIsAPicture(text: String) {
        var board = DownloadBoard(pictures: [text], width: nil)
        #expect(board.take(failed(.empty()), of: 0) == .failure("photos: picture failed: .empty"))
    }

    @Test func namesNeverReachTheTerminalRaw() throws {
        var board = board("%1B%5D0;a.jpg")
        #expect(board.take(failed(.empty()), of: 0) == .failure("photos:  ]0;a.jpg failed: .empty"))
        #expect(board.take(try done("\u{202E}a.jpg"), of: 0) == .note(" a.jpg: 45,678 of 45,678 bytes"))
    }

    @Test func withoutATerminalThereAreNoBars() {
        var board = board("a.jpg")
        _ = board.take(moved(12_345), of: 0)
        #expect(board.drawing() == "" && board.erasing() == "")
    }

    @Test func movingPicturesHaveBarsInTheFeedsOrder() {
        var board = board("a.jpg", "rather-long.jpg", "c.jpg", width: 60)
        _ = board.take(moved(800, of: 1_000), of: 1)
        _ = board.take(moved(22_839), of: 0)
        #expect(
            board.drawing() == """
                a.jpg            [########---------]  22,839 of 45,678 bytes
                rather-long.jpg  [###############----]    800 of 1,000 bytes

                """)
    }

    @Test func barsAreErasedBeforeTheyAreDrawnAgain() throws {
        var board = board("a.jpg", "b.jpg", width: 80)
        #expect(board.erasing() == "")
        _ = board.take(moved(1), of: 0)
        _ = board.take(moved(2), of: 1)
        _ = board.drawing()
        #expect(board.erasing() == "\r\u{1B}[2A\u{1B}[J")
        #expect(board.erasing() == "")
        _ = board.take(try done("a.jpg"), of: 0)
        #expect(board.drawing().split(separator: "\n").count == 1)
        _ = board.take(moved(45_678), of: 0)
        #expect(board.drawing().split(separator: "\n").count == 1)
        #expect(board.erasing() == "\r\u{1B}[1A\u{1B}[J")
    }

    @Test(arguments: [-1, 0, 1, 2, 7, 20, 39, 40, 41, 80, 200])
    func noBarIsWiderThanTheTerminal(width: Int) {
        var board = board("a.jpg", "\(String(repeating: "夕", count: 60)).jpg", "c.jpg", "d.jpg", width: width)
        _ = board.take(moved(12_345), of: 0)
        _ = board.take(moved(.max, of: .max), of: 1)
        _ = board.take(moved(12_345, of: nil), of: 2)
        _ = board.take(moved(50_000), of: 3)
        let lines = board.drawing().split(separator: "\n")
        #expect(lines.count == 4)
        for line in lines { #expect(line.displayWidth <= max(width, 1)) }
    }
}
