// expect: type 'MyAPI' does not conform to protocol 'TargetType'
import Talyn

enum MyAPI: TargetType {
    case getPhotos
    var baseURL: URL { URL(string: "https://api.flickr.com")! }
    var path: URLPath { "services/feeds/photos_public.gne" }
    var method: HTTPMethod { .get }
    var task: HTTPTask { .plain }
    var headers: [String: String]? { nil }
}
