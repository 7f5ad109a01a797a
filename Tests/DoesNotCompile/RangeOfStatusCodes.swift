// expect: cannot convert value of type 'Range<Int>' to expected argument type 'Validation'
import Talyn

let route = Route.get("zen").validate(200..<300)
