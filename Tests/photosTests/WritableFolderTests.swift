import Foundation
import Testing

@testable import photos

struct WritableFolderTests {
    let folder: PictureFolder

    init() throws { folder = try PictureFolder() }

    @Test func missingFolderIsMadeWithThoseAroundIt() throws {
        let path = folder.url.appendingPathComponent("a/b").path
        let made = try WritableFolder(at: path)
        #expect(made.url.path == path && made.url.hasDirectoryPath)
        #expect(folder.names == ["a"])
        #expect(try WritableFolder(at: path).url == made.url)
    }

    @Test func fileInItsPlaceIsOneClearError() throws {
        let file = folder.url.appendingPathComponent("fi\u{1B}le")
        try Data().write(to: file)
        let error = #expect(throws: FolderError.self) { try WritableFolder(at: file.path) }
        #expect(error?.description == "photos: '\(folder.url.path)/fi le' is a file, not a folder.")
    }

    @Test func folderThatCannotBeMadeIsOneClearError() throws {
        let file = folder.url.appendingPathComponent("file")
        try Data().write(to: file)
        let path = file.appendingPathComponent("folder").path
        #expect(throws: FolderError("the folder '\(path)' cannot be made.")) { try WritableFolder(at: path) }
    }

    /// The superuser may write everywhere.
    @Test(.enabled(if: geteuid() != 0)) func folderWithoutPermissionIsOneClearError() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
        let path = folder.url.path
        #expect(throws: FolderError("the folder '\(path)' cannot be written.")) { try WritableFolder(at: path) }
    }
}
