// expect: 'map(_:atKeyPath:)' is unavailable: write 'decode(User.self)', or 'request(.user, as: User.self)'
// expect: 'mapJSON()' is unavailable: write 'json()'
// expect: 'mapString()' is unavailable: write 'string()', or 'request(.zen, as: String.self)'
import Talyn

func read(_ response: Response) throws {
    print(try response.map(Int.self), try response.mapJSON(), try response.mapString())
}
