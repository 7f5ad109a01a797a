import Talyn

let (presigned, url, png, text) = (GitHub.host, GitHub.host, Data(), "hi")
let (files, listing) = (Provider<Files>(), Provider<Listing>())

func add(_ page: [Repository]) {}
func show(_ fraction: Double?, _ timeLeft: Duration?) {}
