// expect: write '.query([…])' for the URL
import Talyn

struct URLEncoding { static let `default` = URLEncoding() }

enum GitHub: TargetType {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: URLPath { "zen" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .requestParameters(parameters: ["q": 1], encoding: URLEncoding.default) }
    var headers: HTTPHeaders { [:] }
}
