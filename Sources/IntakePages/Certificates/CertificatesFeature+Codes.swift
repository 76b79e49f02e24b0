import Codes
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Model
package import Vault
package import Web

extension CertificatesFeature {
    /// The QR code as a picture of its own, of any size without loss.
    ///
    /// A card that is cut into several codes has one for each `part`, from 1.
    package static func showCode(_ member: SignedInRequest, _ pass: PassRecord, _ record: Certificate) throws
        -> Response
    {
        let code = try QRCode(text: try part(of: record, member).text)
        return .svg(code.svg(title: member.words[.`certificates.code.alt`]))
    }

    /// The QR code as a PNG file to keep or to send on, which the access log notes.
    static func showPicture(_ member: SignedInRequest, _ pass: PassRecord, _ record: Certificate) async throws
        -> Response
    {
        let part = try part(of: record, member)
        let png = try QRCode(text: part.text).png(scale: Self.pixelsOfModule)
        try await member.write(log: .codeSaved, record.id.description) { _ in }
        let name = part.count == 1 ? "certificate.png" : "certificate-\(part.number).png"
        return Response.download(png, "image/png", DownloadName(keeping: name))
    }

    /// Messengers shrink what is wider than about 1,600 pixels; a certificate has 89 to 105 modules with its margin.
    private static let pixelsOfModule = 12

    private static func part(
        of record: Certificate, _ member: SignedInRequest
    ) throws(HTTPProblem) -> (text: String, number: Int, count: Int) {
        let codes = CertificateText.codes(of: record.text)
        let place = try codes.place(numbered: member.query("part") ?? "1").found()
        return (codes[place], place + 1, codes.count)
    }
}
