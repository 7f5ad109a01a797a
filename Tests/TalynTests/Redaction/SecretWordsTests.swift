import Testing

@testable import Talyn

@Suite struct SecretWordsTests {
    /// The lists by the names that the article *Secrets* gives them.
    private static let lists = [
        "secret": SecretWords.secret, "last": SecretWords.last, "ambiguous": SecretWords.ambiguous,
        "protocol": SecretWords.protocolParameters, "property": SecretWords.property, "personal": SecretWords.personal,
    ]

    private static func words(_ list: WordList) -> [String] {
        list.text.description.split(separator: " ").map(String.init)
    }

    @Test func aListIsSortedAndEachOfItsWordsIsFound() {
        for (name, list) in Self.lists {
            let words = Self.words(list)
            #expect(words == Set(words).sorted(), "\(name)")
            for word in words {
                #expect(list.contains(Array(word.utf8)[...]), "\(word)")
                let others = [String(word.dropLast()), String(word.dropFirst()), "\(word)a", "a\(word)"]
                for other in others where !words.contains(other) {
                    #expect(!list.contains(Array(other.utf8)[...]), "\(other)")
                }
            }
            for none in ["", "aaaa", "zzzz", "tokentokens"] { #expect(!list.contains(Array(none.utf8)[...])) }
        }
    }

    /// A reader predicts from the article what is hidden, so that its lists are those of the code.
    @Test func theArticleHasTheListsOfTheCode() {
        let article = DocumentationTests.file("Sources/Talyn/Talyn.docc/Secrets.md").text
        var found: [String: [String]] = [:]
        for paragraph in article.split(separator: "\n\n") {
            let lines = paragraph.split(separator: "\n")
            guard let head = lines.first, head.hasPrefix("**"), let name = head.split(separator: "*").first else {
                continue
            }
            let list = paragraph.split(separator: "\n> ").dropFirst().joined(separator: " ")
            found[String(name)] = list.split(whereSeparator: \.isWhitespace).map(String.init)
        }
        for (name, list) in Self.lists { #expect(found[name] == Self.words(list), "\(name)") }
        let endings = SecretWords.endings.map { String(decoding: $0, as: UTF8.self) }
        #expect(found["endings"] == endings)
        #expect(found["prefixes"]?.joined(separator: " ") == Redactor.issued)
        #expect(found["long prefixes"]?.joined(separator: " ") == Redactor.issuedLong)
    }
}
