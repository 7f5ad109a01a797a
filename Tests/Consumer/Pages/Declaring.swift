import Talyn

let (login, text, page, code, title) = ("octocat", "q", 1, "c", "t")
let bytes = Data()
let filter = ["state": "open"]
let issue = NewIssue(title: title)
let link = "?page=2"
let (ids, fields, number, reason): ([Int]?, [String], Int, NewIssue?) = ([1, 2], ["a", "b"], 1, nil)
let response = Response(statusCode: 200, endpoint: Endpoint(url: GitHub.host))
