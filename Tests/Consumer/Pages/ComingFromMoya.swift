import Talyn
import TalynTesting

let github = Provider<GitHub>()

func show(_ user: User) {}
func offerRetry() {}
func explain(_ statusCode: Int?, _ errorCode: String?) {}
func reportBug(_ error: MyAPIError) {}
