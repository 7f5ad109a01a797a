// expect: no exact matches in call to instance method 'appendInterpolation'
import Talyn

func route(of date: Date) -> Route {
    .get("diary/\(date)")
}
