// The import shim, and one of two places with platform conditions (the other is Transport/). `import Talyn` also
// imports Foundation, and on Linux FoundationNetworking, which contains URLRequest, URLError and URLSession.
@_exported public import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
