// expect: write '.multipart { Part
import Talyn

enum GitHub: TargetType {
    case zen
    var baseURL: URL { URL(string: "https://api.github.com")! }
    var path: URLPath { "zen" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .uploadMultipartFormData(["a"]) }
    var headers: HTTPHeaders { [:] }
}
