/// The names of Alamofire behind the prefix `Alamofire.`, for sources that write it.
public enum Alamofire {
    public typealias AFError = TalynMoya.AFError
    public typealias DataRequest = TalynMoya.DataRequest
    public typealias DownloadRequest = TalynMoya.DownloadRequest
    public typealias HTTPHeader = TalynMoya.HTTPHeader
    public typealias HTTPHeaders = TalynMoya.HTTPHeaders
    public typealias HTTPMethod = TalynMoya.HTTPMethod
    public typealias Interceptor = TalynMoya.Interceptor
    public typealias JSONEncoding = TalynMoya.JSONEncoding
    public typealias ParameterEncoding = TalynMoya.ParameterEncoding
    public typealias Parameters = TalynMoya.Parameters
    public typealias Request = TalynMoya.Request
    public typealias RequestAdapter = TalynMoya.RequestAdapter
    public typealias RequestInterceptor = TalynMoya.RequestInterceptor
    public typealias RequestRetrier = TalynMoya.RequestRetrier
    public typealias RetryResult = TalynMoya.RetryResult
    public typealias Session = TalynMoya.Session
    public typealias URLConvertible = TalynMoya.URLConvertible
    public typealias URLEncoding = TalynMoya.URLEncoding
    public typealias URLRequestConvertible = TalynMoya.URLRequestConvertible
    public typealias UploadRequest = TalynMoya.UploadRequest
}
