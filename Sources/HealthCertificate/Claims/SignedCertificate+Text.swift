extension SignedCertificate {
    /// Reads the text of a certificate of any family, told apart by what it starts with.
    ///
    /// `HC1:` is an EU certificate or one of the WHO's; `shc:/` is a SMART Health Card, several codes of which are
    /// separated by white space, and so is a bare JSON Web Signature; Base45 alone is a European Vaccination Card.
    ///
    /// - Throws: ``HealthCertificateError`` that names the layer which refused its input.
    public init(text: String) throws(HealthCertificateError) {
        let start = text.drop(while: \.isWhitespace).prefix(4)
        if start.lowercased() == "shc:" || start.hasPrefix("eyJ") {
            try self.init(smartHealthCard: text)
        } else if let message = try Self.vaccinationCard(text) {
            try self.init(evc: message, text: text.trimmingLineBreaks)
        } else {
            try self.init(dcc: text)
        }
    }

    /// Reads the texts of a SMART Health Card's codes, or its JSON Web Signature, as ``SmartHealthCard`` does.
    ///
    /// - Throws: ``HealthCertificateError`` whose reason is the name of a ``SmartHealthCardDeparture``.
    public init(smartHealthCard text: String) throws(HealthCertificateError) {
        do {
            self = try SmartHealthCard(text).certificate
        } catch {
            throw HealthCertificateError(error)
        }
    }
}

extension HealthCertificateError {
    /// What a finding about a SMART Health Card comes to in terms that hold for every layer.
    init(_ finding: SmartHealthCardDeparture) {
        let (layer, code): (Layer, Code) =
            switch finding.code {
            case .notASmartHealthCard, .badQRHeader: (.prefix, .invalidValue)
            case .chunkMissing: (.prefix, .missing)
            case .oddDigitCount, .notADigit, .numberTooBig: (.prefix, .invalidCharacter)
            case .chunkIndexOutOfRange, .chunkCountMismatch, .chunkDuplicate: (.prefix, .outOfRange)
            case .textTooLong, .payloadTooLarge: (.jws, .tooLong)
            case .invalidBase64URL: (.jws, .invalidCharacter)
            case .headerAlgMissing, .headerZipMissing, .headerKidMissing: (.jws, .missing)
            case .headerAlgWrong, .headerAlgNone, .headerZipWrong: (.jws, .unsupported)
            case .notDeflated, .zlibWrapped, .invalidDeflate: (.zlib, .corrupt)
            case .notABundle, .bundleEmpty, .bundleMissing, .severalPatients: (.fhir, .invalidValue)
            case .byteOrderMark, .payloadNotJSON: (.payload, .corrupt)
            case .issuerMissing, .nbfMissing, .vcTypeMissing, .healthCardTypeMissing: (.payload, .missing)
            case .issuerInvalid, .issuerNotHTTPS, .issuerTrailingSlash, .nbfInMilliseconds, .expInvalid,
                .expInMilliseconds, .preExpired, .revocationIDInvalid:
                (.payload, .invalidValue)
            default: (.jws, .invalidValue)
            }
        self.init(layer, code, finding.description)
    }
}
