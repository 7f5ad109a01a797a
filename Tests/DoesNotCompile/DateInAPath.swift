// expect: a path takes strings, integers, UUIDs and values with such a raw value
import Talyn

func route(of date: Date) -> Route {
    .get("diary/\(date)")
}
