/// The names of Alamofire behind the prefix `Alamofire.`, for sources that write it.
public enum Alamofire {
    public typealias AFError = TalynMoya.AFError
    public typealias HTTPHeader = TalynMoya.HTTPHeader
    public typealias HTTPHeaders = TalynMoya.HTTPHeaders
    public typealias HTTPMethod = TalynMoya.HTTPMethod
    public typealias JSONEncoding = TalynMoya.JSONEncoding
    public typealias ParameterEncoding = TalynMoya.ParameterEncoding
    public typealias Parameters = TalynMoya.Parameters
    public typealias URLConvertible = TalynMoya.URLConvertible
    public typealias URLEncoding = TalynMoya.URLEncoding
    public typealias URLRequestConvertible = TalynMoya.URLRequestConvertible
}
