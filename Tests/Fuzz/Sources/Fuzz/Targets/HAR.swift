import Foundation

@testable import Talyn
@testable import TalynCassettes

extension FuzzTarget {
    /// Reading and writing a HAR document preserves it.
    static let har = FuzzTarget(
        "har",
        seeds: [
            document(#""method":"GET","url":"https://h/a?b=c""#, #""status":200,"content":{"size":1,"text":"x"}"#),
            document(
                #""method":"POST","url":"https://h/","postData":{"mimeType":"a/b","text":"eA==","_encoding":"base64"},"x":[{}]"#,
                #""status":0,"_error":"timedOut -1001","content":{"text":"w6k=","encoding":"base64"},"headersSize":-1"#),
            document(
                "\"method\":\"GET\",\"url\":\"https://h/\u{301}\",\"headers\":[{\"name\":\"Cookie\",\"value\":\"a\u{301}=1\"}],\"cookies\":[]",
                #""status":1e2,"bodySize":1e308,"headers":[{"name":"Set-Cookie","value":"a=1\nb=2"},{"name":":status","value":200}]"#
            ),
            document(#""method":"G\u0301","url":"\ud83d""#, #""status":-1"#),
            #"{"log":{"version":"2.0","entries":[]}}"#, "{\"log\":null}",
            document(#""method":"GET","url":"x","e\u0301":1,"é":2,"time":18446744073709551616"#, #""status":200.5"#),
        ]
    ) { input in
        guard let log = try? HARLog(Data(input.bytes), file: "f", limit: 1 << 20) else { return }
        let text = log.text
        guard let again = try? HARLog(Data(text.utf8), file: "f") else {
            return require(false, "what is written can be read", (input.text, text))
        }
        require(again == log, "what is written is what was read", (input.text, text, again.text))
        require(Texts.isSame(again.text, text), "writing twice is writing once", (text, again.text))
        let (read, written) = (try? JSONValue(parsing: Data(input.bytes)), try? JSONValue(parsing: Data(text.utf8)))
        require(read == written, "what is read is written again", (input.text, text))
        for (entry, other) in zip(log.entries, again.entries) {
            require(entry.response.body == other.response.body, "bodies are the same bytes", text)
            require(entry.request.postData?.data == other.request.postData?.data, "bodies are the same bytes", text)
        }
    }

    private static func document(_ request: String, _ response: String) -> String {
        #"{"log":{"version":"1.2","creator":{"name":"n","version":"1"},"entries":[{"startedDateTime":"2026-01-01T00:00:00Z","#
            + #""time":1.5,"request":{\#(request)},"response":{\#(response)},"cache":{},"timings":{}}]}}"#
    }
}
