// expect: type 'GitHub' does not conform to protocol 'TargetType'
import Talyn

enum GitHub: TargetType {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: String { "zen" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .plain }
    var headers: HTTPHeaders { [:] }
}
