import Talyn
import TalynCassettes
import TalynTestSupport
import Testing

let github = Provider<GitHub>()
let file = URL(fileURLWithPath: "octocat.har")
