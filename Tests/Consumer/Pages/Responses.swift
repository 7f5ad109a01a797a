import Talyn

let members = Provider<Members>()
