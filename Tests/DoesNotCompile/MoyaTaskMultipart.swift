// expect: write '.multipart { Part
import Talyn

enum GitHub: TargetType {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: URLPath { "zen" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .uploadMultipart(["a"]) }
    var headers: HTTPHeaders { [:] }
}
