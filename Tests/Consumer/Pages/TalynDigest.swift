import Talyn
import TalynDigest

nonisolated let password = ""
