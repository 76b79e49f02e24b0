import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Synchronization

/// A JSON document for other clients with its tags, plain and packed.
package struct APIDocument: Sendable {
    /// What describes the routes for other clients, in `Public/`.
    package static let descriptionFile = "openapi.json"

    private let plain: Form
    private let packed: Form?
    private let language: String
    private let type: String

    private struct Form: Sendable {
        let bytes: ByteBuffer
        let tag: String
    }

    package init(_ bytes: [UInt8], language: String, type: String = "application/json") {
        let hash = EntityTag.hash(of: bytes)
        plain = Form(bytes: ByteBuffer(bytes: bytes), tag: "\"\(hash)\"")
        // Another representation, another strong tag (RFC 9110, 8.8.3.3).
        packed = Gzip.packed(bytes).map { Form(bytes: ByteBuffer(bytes: $0), tag: "\"\(hash)-gzip\"") }
        (self.language, self.type) = (language, type)
    }

    /// The document, or that the client has it already.
    package func response(to request: Request) -> Response {
        let packed = Gzip.isAccepted(request.headers[.acceptEncoding]) ? packed : nil
        let form = packed ?? plain
        var headers = Self.headers
        headers[.eTag] = form.tag
        if EntityTag.matches(request.headers[.ifNoneMatch], form.tag) {
            return .toAnySite(.notModified, headers)
        }
        headers[.contentType] = type
        headers[.contentLanguage] = language
        if packed != nil { headers[.contentEncoding] = "gzip" }
        return .toAnySite(.ok, headers, ResponseBody(byteBuffer: form.bytes))
    }

    private static let headers: HTTPFields = [
        .cacheControl: "public, max-age=300", .vary: "Accept-Encoding, Accept-Language",
    ]
}

/// The documents made so far of the release in use, so that a request costs no engine and no packing.
package final class APIDocuments: Sendable {
    private struct State: Sendable {
        var version = ""
        var documents: [String: APIDocument] = [:]
    }

    private let state = Mutex(State())

    /// A document of a release; made when it is first asked for, nil when it can't be.
    package func document(
        _ subject: String, language: String, version: String, type: String = "application/json",
        make: () -> [UInt8]?
    ) -> APIDocument? {
        let key = "\(language) \(subject)"
        let known = state.withLock { $0.version == version ? $0.documents[key] : nil }
        if let known { return known }
        guard let document = make().map({ APIDocument($0, language: language, type: type) }) else { return nil }
        state.withLock { state in
            if state.version != version { state = State(version: version) }
            state.documents[key] = document
        }
        return document
    }
}
