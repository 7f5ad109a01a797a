/// A URL without the items that sign it: what two links to one file have in common.
struct SignedURL {
    /// A scheme whose items a server adds to a URL. A renewed link has other values, or other items.
    private struct Scheme {
        /// The items that every URL of the scheme has; without one of them the others may be the app's own.
        let marks: [String]
        /// The items that it may have.
        var others: [String] = []
        /// The beginning of the names of further ones, in lower case.
        var prefix: String?
        /// Whether the path must name a file with an extension; otherwise the items may say which file it is.
        var needsFileName = false
    }

    private static let schemes = [
        // AWS Signature Version 4: docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html. Its names have
        // no case.
        Scheme(marks: ["x-amz-signature"], prefix: "x-amz-"),
        // AWS Signature Version 2: docs.aws.amazon.com/AmazonS3/latest/userguide/RESTAuthentication.html, "Query string
        // request authentication alternative"; the token is that of temporary credentials.
        Scheme(marks: ["awsaccesskeyid", "signature", "expires"], others: ["x-amz-security-token"]),
        // CloudFront: docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide, "Use signed URLs". A canned policy
        // has `Expires`, a custom one `Policy`.
        Scheme(marks: ["key-pair-id", "signature"], others: ["expires", "policy", "hash-algorithm"]),
        // Google Cloud Storage, V4: cloud.google.com/storage/docs/authentication/canonical-requests.
        Scheme(marks: ["x-goog-signature"], prefix: "x-goog-"),
        // Google Cloud Storage, V2: cloud.google.com/storage/docs/access-control/signed-urls-v2.
        Scheme(marks: ["googleaccessid", "signature", "expires"]),
        // Azure Storage, of a service, an account and a user: learn.microsoft.com/rest/api/storageservices, "Create a
        // service SAS", "Create an account SAS" and "Create a user delegation SAS".
        Scheme(
            marks: ["sig", "sv"],
            others: [
                "se", "ses", "sdd", "si", "sip", "ske", "skoid", "sks", "skt", "sktid", "skv", "sp", "spr", "sr",
                "srt", "ss", "st", "saoid", "scid", "sduoid", "skdutid", "suoid",
            ]),
        // CDNs: docs.bunny.net/cdn/security/token-authentication/advanced.
        Scheme(
            marks: ["token", "expires"],
            others: ["token_countries", "token_countries_blocked", "token_ignore_params", "token_path"],
            needsFileName: true),
    ]

    /// The text without the items of each scheme that signs it.
    let unsigned: String
    /// Whether a scheme signs it.
    let isSigned: Bool

    init(_ text: String) {
        guard let (page, query) = text.cut(atBytes: "?") else {
            (unsigned, isSigned) = (text, false)
            return
        }
        let items = query.split(atBytes: "&")
        let names = items.map { item in
            let name = String(item.prefix(beforeBytes: "="))
            return (name.removingPercentEncoding ?? name).asciiLowercased
        }
        func has(_ mark: String) -> Bool { names.contains { $0.isSame(bytes: mark) } }
        let file = page.cut(atLast: "/").map { $0.head.hasSuffix(bytes: ":/") ? "" : $0.tail } ?? ""
        let signing = Self.schemes.filter { scheme in
            scheme.marks.allSatisfy(has) && (!scheme.needsFileName || file.utf8.contains(UInt8(ascii: ".")))
        }
        let left = zip(items, names).filter { _, name in
            !signing.contains { scheme in
                (scheme.marks + scheme.others).contains { $0.isSame(bytes: name) }
                    || scheme.prefix.map { name.hasPrefix(bytes: $0) } ?? false
            }
        }
        isSigned = !signing.isEmpty
        unsigned = isSigned ? "\(page)?\(left.map { String($0.0) }.joined(separator: "&"))" : text
    }
}
