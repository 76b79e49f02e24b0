import Hummingbird

extension HTTPProblem {
    init(_ error: FormError) {
        switch error {
        case .tooLarge, .tooManyFields: self = .bodyTooLarge
        case .doubledField: self = .doubledField
        case .badEncoding, .badName: self = .badForm
        }
    }
}

extension Request {
    /// What of a form nobody counts: a connection holds as much of what is under way.
    private static let uncountedForm = 16 << 10

    /// The fields of a posted form; throws `HTTPProblem`.
    ///
    /// - Parameter taking: Told of each piece's length before it is held, once the form is long, and of what the fields take
    ///   beyond their bytes; may refuse it.
    func formFields(
        limits: FormLimits = FormLimits(), repeating: Set<String> = [], taking: (Int) throws -> Void
    ) async throws -> FormFields {
        guard self.mediaType == "application/x-www-form-urlencoded" else { throw HTTPProblem.unsupportedMediaType }
        var bytes: [UInt8] = []
        for try await chunk in self.body {
            guard bytes.count + chunk.readableBytes <= limits.bytes else { throw HTTPProblem.bodyTooLarge }
            let counted = min(chunk.readableBytes, bytes.count + chunk.readableBytes - Self.uncountedForm)
            if counted > 0 { try taking(counted) }
            bytes.append(contentsOf: chunk.readableBytesView)
        }
        let fields: FormFields
        do throws(FormError) {
            fields = try FormFields.parse(bytes, limits: limits, repeating: repeating)
        } catch {
            throw HTTPProblem(error)
        }
        let more = fields.memory - max(bytes.count, Self.uncountedForm)
        if more > 0 { try taking(more) }
        return fields
    }

    /// The fields of the query; throws `HTTPProblem`.
    package func queryFields(repeating: Set<String> = []) throws(HTTPProblem) -> FormFields {
        do throws(FormError) {
            return try FormFields.parse((self.uri.query ?? "").utf8, repeating: repeating)
        } catch {
            throw HTTPProblem(error)
        }
    }

    /// Whether the form may have files in it.
    var isMultipart: Bool { self.mediaType == "multipart/form-data" }

    /// The fields and files of a posted form, read while they come; throws `HTTPProblem`.
    ///
    /// - Parameter taking: Told of each piece's length before it is held; may refuse it.
    func multipartForm(
        limits: MultipartLimits = MultipartLimits(), repeating: Set<String> = [],
        taking: (Int) throws -> Void = { _ in }
    ) async throws -> MultipartForm {
        guard self.isMultipart else { throw HTTPProblem.unsupportedMediaType }
        do {
            let type = self.headers[.contentType] ?? ""
            let boundary = try HeaderParameters.parse(type, kind: type.mediaType)["boundary"] ?? ""
            var builder = try MultipartForm.Builder(boundary: boundary, limits: limits, repeating: repeating)
            for try await chunk in self.body {
                try taking(chunk.readableBytes)
                try builder.feed(chunk.readableBytesView)
            }
            return try builder.finish()
        } catch let error as FormError {
            throw HTTPProblem(error)
        } catch let error as MultipartError {
            throw error == .tooManyParts ? HTTPProblem.bodyTooLarge : HTTPProblem.badForm
        }
    }

    private var mediaType: String { (self.headers[.contentType] ?? "").mediaType }
}

extension String {
    /// `text/html` of `Text/HTML; charset=utf-8`.
    fileprivate var mediaType: String { self.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased() }
}
