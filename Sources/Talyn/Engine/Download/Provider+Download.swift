extension Provider {
    /// Calls a case and writes its body into a file.
    ///
    /// ```swift
    /// let file = try await films.download(.film(7), to: .file(url), options: .resuming, progress: show)
    /// ```
    /// The body goes to a hidden file beside the destination, with constant memory and whatever its size: `maxBodySize`
    /// does not apply. After the last step of the call it is moved to its destination. Only a 2xx body is written.
    /// A failure leaves nothing behind, unless ``DownloadOptions/resumes`` keeps the part that has arrived. Retries of
    /// the call continue that part in any case (`Range`, RFC 9110 §14.2). Calls are equal otherwise: plugins,
    /// validation and errors work as in ``request(_:progress:fileID:function:line:)``, with a body of `Body.file`.
    ///
    /// A presigned URL is a case too, whose route has it as ``URLPath/absolute(_:)``.
    ///
    /// Two downloads to one destination at a time are not possible: the second fails as `URLError.cannotOpenFile`.
    ///
    /// `destination` is the file, or the folder in which the server names the file. `options` default to failing if the
    /// file exists, and to no resuming. `progress` receives the progress, of a resumed download that of the whole file;
    /// default: nil.
    /// - Throws: the target's failure. Besides those of every call, a `URLError` of the category
    ///   ``ErrorCategory/file``: `.cannotMoveFile` if the file exists, `.fileIsDirectory`, `.fileDoesNotExist` without
    ///   the folder, `.cannotCreateFile`, `.cannotWriteToFile` on a full disk. ``RequestError/Kind-swift.enum/empty``
    ///   for a response that cannot have a body, such as 204; ``RequestError/Kind-swift.enum/status(_:)`` for one that
    ///   is not 2xx, whatever the target accepts.
    @discardableResult
    public func download(
        _ target: Target, to destination: DownloadDestination, options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws(Target.Failure) -> DownloadedFile {
        try await call(
            Call(target, downloadingTo: destination, options: options), progress: progress, fileID: fileID,
            function: function, line: line)
    }
}

extension Call where Value == DownloadedFile {
    /// Makes a call that downloads its body into a file.
    ///
    /// ```swift
    /// extension Call where Target == Films, Value == DownloadedFile {
    ///     static func film(_ id: Int) -> Self { Self(.film(id), downloadingTo: .folder(Films.folder)) }
    /// }
    /// let film = try await films.call(.film(7))
    /// ```
    public init(
        _ target: Target, downloadingTo destination: DownloadDestination, options: DownloadOptions = DownloadOptions()
    ) {
        self.init(
            target, decode: { response throws(RequestError) in try DownloadedFile(response) },
            bodyHandler: { Download(destination, options) })
    }
}
