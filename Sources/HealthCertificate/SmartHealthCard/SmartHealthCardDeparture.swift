/// Something about a SMART Health Card that departs from its specification, by name, and where.
///
/// <https://spec.smarthealth.cards>
public struct SmartHealthCardDeparture: Error, Sendable, Hashable, CustomStringConvertible {
    /// How much a finding weighs.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The card can't be used.
        case fatal
        /// The statement it was found in is left out; the rest of the card is kept.
        case leftOut
        /// Nothing is lost; a reader may pass over it.
        case remark
    }

    /// What was found.
    public let code: Code

    /// Where: a path such as `fhirBundle.entry[1].resource.status`, or empty for the whole.
    public let path: String

    /// Creates a finding.
    public init(_ code: Code, at path: String = "") {
        self.code = code
        self.path = path
    }

    /// How much the finding weighs.
    public var severity: Severity { code.severity }

    /// The name and the place; never what the card says.
    public var description: String { path.isEmpty ? code.rawValue : "\(code.rawValue) at \(path)" }
}

extension SmartHealthCardDeparture {
    /// The findings by name, in the order of the layers that they are found in.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // The numeric text of a QR code, 'Encoding Chunks as QR Codes'.
        case notASmartHealthCard, badQRHeader, oddDigitCount, notADigit, numberTooBig
        case chunkIndexOutOfRange, chunkCountMismatch, chunkDuplicate, chunkMissing
        case chunkTooBig, chunkTooSmall, singleChunkNumbered
        // The text or file around the card.
        case textTooLong, trailingCharacters, wrongFileExtension, notAFile, noCredential
        // The JWS, 'Health Cards are encoded as Compact Serialization JSON Web Signatures'.
        case notAJWS, invalidBase64URL, jwsTooLong, headerNotJSON
        case headerAlgMissing, headerAlgWrong, headerAlgNone, headerZipMissing, headerZipWrong
        case headerKidMissing, headerKidWrong, headerCritical
        case derSignature, signatureLengthWrong
        case notDeflated, zlibWrapped, invalidDeflate, payloadTooLarge, byteOrderMark, payloadNotJSON
        // The payload.
        case issuerMissing, issuerInvalid, issuerNotHTTPS, issuerTrailingSlash
        case nbfMissing, nbfInMilliseconds, expInvalid, expInMilliseconds, preExpired
        case vcTypeMissing, healthCardTypeMissing, immunizationTypeMissing, laboratoryTypeMissing, covid19TypeMissing
        case unknownVCType, unneededVCType, contextUnneeded, fhirVersionMissing, revocationIDInvalid, bundleMissing
        // The FHIR bundle, and the 'SMART Health Cards: Vaccination and Testing' profiles.
        case notABundle, bundleTypeNotCollection, bundleEmpty, entryInvalid, patientMissing, severalPatients
        case patientNameMissing, birthDateMissing, unexpectedResource, statusNotCompleted, statusNotFinal
        case codingMissing, codeInvalid, codeSystemUnexpected, occurrenceMissing, occurrenceTwice, dateInvalid
        case resultMissing, wrongType, emptyValue, unneededElement
        case metaNotSecurity, metaExtraKey, metaSecurityInvalid, fullURLNotShort, referenceNotShort, nothingToShow
        // An issuer's keys, 'Determining keys associated with an issuer', and lists of issuers.
        case keySetInvalid, keyTypeWrong, keyCurveWrong, keyUseWrong, keyAlgWrong, keyKidWrong, keyInvalid, keyPrivate
        case x5cInvalid, x5cMismatch, x5cChainInvalid, x5cNotYetValid, x5cExpired, sanMissing, sanInvalid, sanMismatch
        case directoryInvalid, revocationListInvalid
        // Who signed, once keys are known.
        case issuerUnknown, kidUnknown, kidOfAnotherIssuer
        // SMART Health Links.
        case notALink, linkPayloadInvalid, linkURLInvalid, linkNotHTTPS, linkURLTooLong, linkKeyInvalid
        case linkFlagInvalid, linkLabelTooLong, linkVersionUnknown, manifestInvalid
        case notAJWE, jweHeaderWrong, jweNotDecryptable
    }
}

extension SmartHealthCardDeparture.Code {
    /// How much a finding of that name weighs.
    public var severity: SmartHealthCardDeparture.Severity {
        switch self {
        case .chunkTooBig, .chunkTooSmall, .singleChunkNumbered, .trailingCharacters, .wrongFileExtension, .jwsTooLong,
            .immunizationTypeMissing, .laboratoryTypeMissing, .covid19TypeMissing, .unknownVCType, .unneededVCType,
            .contextUnneeded, .fhirVersionMissing, .bundleTypeNotCollection, .unexpectedResource, .patientMissing,
            .patientNameMissing,
            .birthDateMissing, .codeSystemUnexpected, .occurrenceTwice, .wrongType, .emptyValue, .unneededElement,
            .metaNotSecurity, .metaExtraKey, .metaSecurityInvalid, .fullURLNotShort, .referenceNotShort,
            .nothingToShow, .x5cNotYetValid, .x5cExpired, .linkNotHTTPS, .linkURLTooLong, .linkLabelTooLong:
            .remark
        case .entryInvalid, .statusNotCompleted, .statusNotFinal, .codingMissing, .codeInvalid, .occurrenceMissing,
            .dateInvalid, .resultMissing:
            .leftOut
        default: .fatal
        }
    }
}
