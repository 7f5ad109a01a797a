import Talyn

let mirror = URL(string: "https://mirror.example")!
let request = Endpoint(url: URL(string: "https://app.example")!)
let github = Provider<GitHub>()
