// expect: leave 'eventMonitors' out
import TalynAlamofire
import TalynMoya

let provider = MoyaProvider<MultiTarget>(session: Session(configuration: .af.default, eventMonitors: []))
