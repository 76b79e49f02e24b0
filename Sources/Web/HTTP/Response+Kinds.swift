package import HTTPTypes
import Hummingbird
package import HummingbirdCore

extension Response {
    package static func svg(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "image/svg+xml"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// A picture that nobody keeps.
    package static func png(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "image/png", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// What pages of any site may read: it is public, the same for all, and no cookie takes part.
    package static func toAnySite(
        _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields, _ body: ResponseBody = ResponseBody()
    ) -> Response {
        var all: HTTPFields = [.accessControlAllowOrigin: "*", .accessControlExposeHeaders: "ETag"]
        if let policy = HTTPField.Name("Cross-Origin-Resource-Policy") { all[policy] = "cross-origin" }
        all.append(contentsOf: headers)
        return Response(status: status, headers: all, body: body)
    }
}
