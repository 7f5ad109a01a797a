@_exported public import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif

/// The names of Alamofire behind the prefix `Alamofire.`, for sources that write it.
public enum Alamofire {
    public typealias AFError = TalynAlamofire.AFError
    public typealias Adapter = TalynAlamofire.Adapter
    public typealias DataRequest = TalynAlamofire.DataRequest
    public typealias DownloadRequest = TalynAlamofire.DownloadRequest
    public typealias HTTPHeader = TalynAlamofire.HTTPHeader
    public typealias HTTPHeaders = TalynAlamofire.HTTPHeaders
    public typealias HTTPMethod = TalynAlamofire.HTTPMethod
    public typealias Interceptor = TalynAlamofire.Interceptor
    public typealias JSONEncoding = TalynAlamofire.JSONEncoding
    public typealias ParameterEncoding = TalynAlamofire.ParameterEncoding
    public typealias Parameters = TalynAlamofire.Parameters
    public typealias Request = TalynAlamofire.Request
    public typealias RequestAdapter = TalynAlamofire.RequestAdapter
    public typealias RequestInterceptor = TalynAlamofire.RequestInterceptor
    public typealias RequestRetrier = TalynAlamofire.RequestRetrier
    public typealias RetryResult = TalynAlamofire.RetryResult
    public typealias Retrier = TalynAlamofire.Retrier
    public typealias RetryPolicy = TalynAlamofire.RetryPolicy
    public typealias Session = TalynAlamofire.Session
    public typealias URLConvertible = TalynAlamofire.URLConvertible
    public typealias URLEncoding = TalynAlamofire.URLEncoding
    public typealias URLRequestConvertible = TalynAlamofire.URLRequestConvertible
    public typealias UploadRequest = TalynAlamofire.UploadRequest
}
