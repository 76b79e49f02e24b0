import Codes
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Model
import Vault

extension CertificatesFeature {
    /// The QR code as a picture of its own, of any size without loss.
    ///
    /// A card that is cut into several codes has one for each `part`, from 1.
    static func showCode(_ member: SignedInRequest, _ pass: PassRecord, _ record: Certificate) async throws -> Response
    {
        let code = try QRCode(text: try part(of: record, member).text)
        let svg = code.svg(title: member.words[.`certificates.code.alt`])
        return Response(
            status: .ok, headers: [.contentType: "image/svg+xml"], body: .init(byteBuffer: .init(string: svg)))
    }

    /// The QR code as a PNG file to keep or to send on, which the access log notes.
    static func showPicture(_ member: SignedInRequest, _ pass: PassRecord, _ record: Certificate) async throws
        -> Response
    {
        let part = try part(of: record, member)
        let png = try QRCode(text: part.text).png(scale: Self.pixelsOfModule)
        let event = member.event(.codeSaved, record.id.description)
        try await member.vault.write { records in try records.log(event) }
        let name = part.count == 1 ? "certificate.png" : "certificate-\(part.number).png"
        return Response.download(png, "image/png", DownloadName(keeping: name))
    }

    /// Messengers shrink what is wider than about 1,600 pixels; a certificate has 89 to 105 modules with its margin.
    private static let pixelsOfModule = 12

    private static func part(
        of record: Certificate, _ member: SignedInRequest
    ) throws(HTTPProblem) -> (text: String, number: Int, count: Int) {
        let codes = CertificateText.codes(of: record.text)
        guard let place = codes.place(numbered: member.visit.request.uri.queryParameters["part"] ?? "1") else {
            throw .notFound
        }
        return (codes[place], place + 1, codes.count)
    }
}
