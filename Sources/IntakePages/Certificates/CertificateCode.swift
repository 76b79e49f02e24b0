package import Immunization
package import Vault
package import Web

/// A certificate's QR code, large, with what is below it: whose it is, and whether it is valid.
package struct CertificateCode: TemplateModel {
    package let pass: PassID
    package let certificate: Certificate
    package let view: CertificateView
    /// That it ends soon; nil where it doesn't.
    package let endsSoon: String?

    package init(_ judged: JudgedCertificate, of pass: PassID, catalogue: Catalogue, words: Localizer) {
        (self.pass, certificate) = (pass, judged.record)
        endsSoon = judged.expiryNotice(words)
        view = CertificateView(judged, catalogue: catalogue, words: words)
    }

    /// One, but for a card that is cut into several codes.
    package var pictures: [CodePicture] {
        let count = CertificateText.codes(of: certificate.text).count
        return (1...max(count, 1)).map {
            CodePicture(pass: pass, certificate: certificate.id, part: count > 1 ? $0 : nil, count: count)
        }
    }

    package static let fields: [TemplateField<Self>] =
        [
            .text("link") { Links.certificate($0.pass, $0.certificate.id) }, .rows("images") { $0.pictures },
            .text("holder") { $0.view.holder }, .text("born") { $0.view.born }, .text("issuer") { $0.view.issuer },
            .text("expires") { $0.view.expiry }, .text("endsSoon") { $0.endsSoon },
        ] + TemplateField.all { code, _ in VerdictLine(view: code.view) }
}

/// The picture of a code, to be shown or to be saved.
package struct CodePicture: TemplateModel {
    let pass: PassID
    let certificate: CertificateID
    /// Of a card that is cut into several codes: which it is, from 1.
    let part: Int?
    let count: Int

    private func text(_ words: Localizer, whole: Message, part message: Message) -> String {
        guard let part else { return words[whole] }
        return words(message, ["number": String(part), "count": String(count)])
    }

    package static let fields: [TemplateField<Self>] = [
        .text("image") { Links.certificateCode($0.pass, $0.certificate, part: $0.part) },
        .text("alt") { $0.text($1, whole: .`certificates.code.alt`, part: .`certificates.code.part`) },
        .text("picture") { Links.certificatePicture($0.pass, $0.certificate, part: $0.part) },
        .text("save") { $0.text($1, whole: .`certificates.code.save`, part: .`certificates.code.save-part`) },
    ]
}
