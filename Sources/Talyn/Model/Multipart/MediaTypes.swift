/// The content types of common file name extensions.
package enum MediaTypes {
    /// The content type of a file of an unknown kind (RFC 2046 §4.5.1).
    static let unknown = "application/octet-stream"

    /// Returns the content type of a file name by its extension, without case; ``unknown`` for another one.
    package static func type(ofFileNamed name: String) -> String {
        name.cut(atLast: ".").flatMap { types[$0.tail.asciiLowercased] } ?? unknown
    }

    private static let types: [String: String] = [
        // Images.
        "avif": "image/avif", "bmp": "image/bmp", "gif": "image/gif", "heic": "image/heic", "heif": "image/heif",
        "ico": "image/vnd.microsoft.icon", "jpeg": "image/jpeg", "jpg": "image/jpeg", "png": "image/png",
        "svg": "image/svg+xml", "tif": "image/tiff", "tiff": "image/tiff", "webp": "image/webp",
        // Sound and video.
        "aac": "audio/aac", "flac": "audio/flac", "m4a": "audio/mp4", "mp3": "audio/mpeg", "oga": "audio/ogg",
        "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "weba": "audio/webm", "avi": "video/x-msvideo",
        "m4v": "video/mp4", "mkv": "video/matroska", "mov": "video/quicktime", "mp4": "video/mp4",
        "mpeg": "video/mpeg", "mpg": "video/mpeg", "webm": "video/webm",
        // Text and data.
        "css": "text/css", "csv": "text/csv", "htm": "text/html", "html": "text/html", "ics": "text/calendar",
        "js": "text/javascript", "json": "application/json", "log": "text/plain", "md": "text/markdown",
        "txt": "text/plain", "vcf": "text/vcard", "xml": "application/xml",
        // Documents and archives.
        "doc": "application/msword", "epub": "application/epub+zip", "gz": "application/gzip",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "pdf": "application/pdf",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "rtf": "application/rtf", "tar": "application/x-tar", "wasm": "application/wasm",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "zip": "application/zip",
    ]
}
