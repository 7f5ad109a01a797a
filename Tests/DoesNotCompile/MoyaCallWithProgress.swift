// expect: 'request(_:progress:completion:)' is unavailable: write 'start(.zen, progress: { … }) { result in … }'
import Talyn

enum GitHub: RoutedTarget {
    case zen

    var baseURL: URL { URL(fileURLWithPath: "/") }
    var route: Route { .get("zen") }
}

func load(_ github: Provider<GitHub>) {
    github.request(.zen, progress: { progress in print(progress) }) { result in print(result) }
}
