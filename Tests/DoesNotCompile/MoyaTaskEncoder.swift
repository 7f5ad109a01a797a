// expect: the encoder is the target's property 'encoder'
import Talyn

enum GitHub: TargetType {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: URLPath { "zen" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .requestCustomJSONEncodable(["a": 1], encoder: JSONEncoder()) }
    var headers: HTTPHeaders { [:] }
}
