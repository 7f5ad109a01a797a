import Hummingbird
import Logging
import Talyn

nonisolated let logger = Logger(label: "calls")
