// expect: declare 'var path: URLPath'
import Talyn

enum GitHub: TargetType {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: String { "zen" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .plain }
    var headers: HTTPHeaders { [:] }
}
