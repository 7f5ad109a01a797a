import Foundation
import Talyn
import TalynTesting

extension Sweep {
    /// Everything of an entry that may hold a secret.
    mutating func walk(_ entry: inout HAREntry) {
        walk(&entry.request)
        walk(&entry.response)
        if var operation = entry.operation {
            sweep(&operation, .text, "operation")
            entry.operation = operation
        }
        if var template = entry.template {
            sweep(&template, .text, "template")
            entry.template = template
        }
        sweep(&entry.cache, "cache")
        sweep(&entry.other, "entry")
    }

    private mutating func walk(_ request: inout HARRequest) {
        sweep(&request.url, .url, "request URL")
        walk(headers: &request.headers, "request header")
        walk(items: &request.cookies, .cookie, "request cookie")
        walk(items: &request.query, .query, "request query item")
        if var data = request.postData {
            let type = request.headers.first { $0.name.lowercased() == "content-type" }?.value ?? data.mimeType
            sweep(&data.body, type: type, "request body")
            if var params = data.params {
                walk(items: &params, .form, "request form field")
                data.params = params
            }
            sweep(&data.other, "request body")
            request.postData = data
        }
        sweep(&request.other, "request")
    }

    private mutating func walk(_ response: inout HARResponse) {
        walk(headers: &response.headers, "response header")
        walk(items: &response.cookies, .cookie, "response cookie")
        let type = response.headers.first { $0.name.lowercased() == "content-type" }?.value ?? response.mimeType
        sweep(&response.body, type: type, "response body")
        sweep(&response.redirectURL, .url, "redirect URL")
        if var error = response.error {
            sweep(&error, .text, "response error")
            response.error = error
        }
        sweep(&response.otherContent, "response body")
        sweep(&response.other, "response")
    }

    private mutating func walk(headers: inout [HARField], _ place: String) {
        for index in headers.indices {
            guard var value = headers[index].value else { continue }
            sweep(&value, .named(headers[index].name, .header), "\(place) \(shown(headers[index].name))")
            headers[index].value = value
            sweep(&headers[index].other, place)
        }
    }

    private mutating func walk(items: inout [HARField], _ kind: SecretNames.Place, _ place: String) {
        for index in items.indices {
            let name = items[index].name
            if var value = items[index].value {
                sweep(&value, .named(name, kind), "\(place) \(shown(name))")
                items[index].value = value
            }
            // A bare item of a query is a name without a value, and may be a token.
            if kind != .cookie { sweep(&items[index].name, .text, "\(place) \(index)") }
            sweep(&items[index].other, place)
        }
    }
}
