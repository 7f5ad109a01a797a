import TalynMoya

/// The target of the other subjects in Moya's form.
enum MoyaShop: TargetType {
    case repositories(of: String, page: Int)

    var baseURL: URL { Self.host }
    private static let host = URL(string: "http://127.0.0.1:8080")!
    var path: String {
        switch self {
        case .repositories(let login, _): "items/\(login)/repos"
        }
    }
    var method: TalynMoya.Method { .get }
    var task: TalynMoya.Task {
        switch self {
        case .repositories(_, let page):
            .requestParameters(parameters: ["page": page, "per_page": 50], encoding: URLEncoding.queryString)
        }
    }
    var headers: [String: String]? { nil }
}

extension MoyaShop {
    /// Makes stubbed calls, each answered before its request returns.
    static func call(times count: Int, _ keep: @escaping (Int) -> Void) {
        let provider = MoyaProvider<MoyaShop>(stubClosure: MoyaProvider.immediatelyStub)
        for _ in 0..<count {
            provider.request(.repositories(of: "octocat", page: 1)) { result in
                if case .success(let response) = result { keep(response.statusCode) }
            }
        }
    }
}
