// expect: call 'provider.download(target, to: file)'
import Talyn

enum GitHub: TargetType {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: URLPath { "zen" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .downloadDestination({ _, _ in () } as (URL, URL) -> Void) }
    var headers: HTTPHeaders { [:] }
}
