import Moya
import OwnNames

/// Each name of Moya's, and the names of the app's other module, which Alamofire and CombineMoya have too.
enum Catalog: TargetType {
    case search(Parameters)
    var baseURL: URL { URL(string: "https://catalog.example")! }
    var path: String { "search" }
    var method: Moya.Method { .get }
    var task: Task {
        switch self {
        case .search(let parameters):
            return .requestParameters(parameters: parameters, encoding: URLEncoding.default)
        }
    }
    var headers: [String: String]? { ["Accept-Language": HTTPHeaders().language] }

    static func search(_ request: Request, by provider: MoyaProvider<Catalog>) -> [Catalog] {
        provider.requestPublisher(.search(request.parameters))
    }

    static func provider(_ interceptor: RequestInterceptor?) -> MoyaProvider<Catalog> {
        MoyaProvider(session: Session(configuration: .af.ephemeral, interceptor: interceptor))
    }
}
