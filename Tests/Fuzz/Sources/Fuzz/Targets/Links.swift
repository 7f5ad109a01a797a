import Foundation

@testable import Talyn

extension FuzzTarget {
    /// Links are parsed as written, and their URLs are http URLs that stay as they are.
    static let links = FuzzTarget(
        "links",
        seeds: [
            #"<https://a.example/2>; rel="next last"; title="a, b; <c>", </3>;rel=prev"#,
            ##"<?page=2&f[x]=a%20b>; rel=next; anchor="#a"; hreflang=de; hreflang=fr"##, "<>;rel=a", "<a>;rel=\"b\\\"c",
            "<a>\u{301}; rel=b, ,<b>;\u{301}rel=c", "<a,b;c>;=d;;rel = e ,\"<f>\";rel=g", "<//h>;rel*=UTF-8''a;REL=b",
        ]
    ) { input in
        let links = LinkProperties.links(of: input.text)
        for link in links {
            require(!link.relations.isEmpty && !link.relations.contains(""), "a link has a relation", link.relations)
            guard let url = link.url else { continue }
            require(Origin(url) != nil && url.user == nil, "a URL is one of http without user info", url)
            require(URL(received: url.absoluteString) == url, "a URL stays as it is", url)
        }
        let written = links.map(LinkProperties.written).joined(separator: ", ")
        let again = LinkProperties.links(of: written).map(LinkProperties.written).joined(separator: ", ")
        require(Texts.isSame(again, written), "what is written is what was read", (input.text, written, again))
    }
}

private enum LinkProperties {
    static func links(of field: String) -> [Response.Link] {
        guard let url = URL(string: "https://h.example/a/b?c") else { return [] }
        return Response(statusCode: 200, headers: ["Link": field], endpoint: Endpoint(url: url)).links
    }

    static func written(_ link: Response.Link) -> String {
        let names = Array(link.parameters.keys).sortedByBytes()
        let parameters = names.map { name in
            let value = (link.parameters[name] ?? "").unicodeScalars
                .map { "\"\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
            return "; \(name)=\"\(value.joined())\""
        }
        return "<\(link.reference)>\(parameters.joined())"
    }
}
