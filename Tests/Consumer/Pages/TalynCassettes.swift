import Talyn
import TalynCassettes

let github = Provider<GitHub>()
