// The import shim, and one of the two places of Talyn with a platform condition (the other is Transport/).
// `import Talyn` brings Foundation, and on Linux the module that URLRequest, URLError and URLSession live in.
@_exported public import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
