// expect: leave 'eventMonitors' out
// expect: 'ClosureEventMonitor' is unavailable: write a PluginType of Moya
import TalynAlamofire
import TalynMoya

let provider = MoyaProvider<MultiTarget>(session: Session(configuration: .af.default, eventMonitors: []))
let monitor = ClosureEventMonitor()
