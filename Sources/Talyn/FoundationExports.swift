// Room: Talyn. The rooms are the folders; start in Target/TargetType.swift. Beside them stand this import shim and the
// lock. `import Talyn` exports Foundation and, on Linux, the module of URLRequest, URLError and URLSession.
@_exported public import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
