/// What the name of a test file says of the SMART Health Card in it.
///
/// The names are those of <https://github.com/smart-on-fhir/health-cards-dev-tools> (folder `testdata`).
struct SHCExpectation {
    /// The names of findings or verdicts of which one has to come up; empty where the file is in order.
    let names: Set<String>

    /// Reads a file's name; nil where it says nothing that we know.
    init?(fileName: String) {
        let name = fileName.lowercased().replacing("-", with: "_")
        if let match = Self.faults.first(where: { name.contains($0.fragment) }) {
            self.names = match.names
        } else if Self.inOrder.contains(where: { name.contains($0) }) || !name.hasPrefix("test_") {
            self.names = []
        } else {
            return nil
        }
    }

    private static let inOrder = [
        "valid_key", "valid_2_chain", "1195_byte", "multi_jws", "fhirhealthcard", "issuers", "scaled", "inflated",
    ]

    /// The longer of two names that begin the same comes first.
    private static let faults: [(fragment: String, names: Set<String>)] = [
        // QR codes
        ("index_out_of_range", ["chunkIndexOutOfRange"]), ("number_too_big", ["numberTooBig"]),
        ("odd_count", ["oddDigitCount"]), ("chunk_too_small", ["chunkTooSmall"]), ("chunk_too_big", ["chunkTooBig"]),
        ("wrong_multi_chunk", ["singleChunkNumbered"]), ("wrong_qr_header", ["badQRHeader"]),
        // JWS
        ("der_signature", ["derSignature"]), ("invalid_signature", ["badSignature"]),
        ("issuer_kid_mismatch", ["kidOfAnotherIssuer", "kidUnknown"]), ("not_valid_with_smart_key", ["issuerUnknown"]),
        ("jws_too_long", ["jwsTooLong"]), ("no_deflate", ["notDeflated"]),
        ("invalid_deflate", ["zlibWrapped", "invalidDeflate"]), ("no_jws_header_alg", ["headerAlgMissing"]),
        ("no_jws_header_kid", ["headerKidMissing"]), ("no_jws_header_zip", ["headerZipMissing"]),
        ("wrong_jws_header_kid", ["kidUnknown"]), ("wrong_jws_header_alg", ["headerAlgWrong", "headerAlgNone"]),
        ("wrong_jws_header_zip", ["headerZipWrong"]), ("utf8_bom", ["byteOrderMark"]),
        ("trailing_chars", ["trailingCharacters"]), ("wrong_extension", ["wrongFileExtension"]),
        // Payload
        ("exp_milliseconds", ["expInMilliseconds"]), ("exp_miliseconds", ["expInMilliseconds"]),
        ("nbf_milliseconds", ["nbfInMilliseconds"]), ("nbf_miliseconds", ["nbfInMilliseconds"]),
        ("not_yet_valid", ["notYetValid"]), ("pre_expired", ["preExpired"]), ("expired", ["expired"]),
        ("missing_shc_vc_type", ["healthCardTypeMissing"]), ("missing_imm_vc_type", ["immunizationTypeMissing"]),
        ("missing_lab_vc_type", ["laboratoryTypeMissing"]), ("missing_covid_vc_type", ["covid19TypeMissing"]),
        ("optional_vc_type", ["unneededVCType"]), ("unknown_vc_type", ["unknownVCType"]),
        ("invalid_issuer_url_http", ["issuerNotHTTPS"]), ("invalid_issuer_url", ["issuerInvalid", "issuerUnknown"]),
        ("trailing_slash", ["issuerTrailingSlash"]), ("bad_jwks", ["issuerUnknown"]), ("revoked", ["revoked"]),
        ("multi_jws_issues", ["headerAlgMissing"]),
        ("invalid_jws_payload", ["payloadNotJSON"]), ("corrupted", ["noCode"]),
        // FHIR
        ("bad_meta_extra_key", ["metaExtraKey"]), ("bad_meta_non_security", ["metaNotSecurity"]),
        ("bad_meta_wrong_security", ["metaSecurityInvalid"]), ("bad_fhir_metadata", ["metaExtraKey"]),
        ("empty_values", ["emptyValue"]), ("occurrence_issues", ["occurrenceTwice", "occurrenceMissing"]),
        ("profile_usa", ["severalPatients"]), ("status_not_completed", ["statusNotCompleted"]),
        ("missing_coding", ["codingMissing"]), ("non_dm_properties", ["unneededElement"]),
        ("short_refs", ["referenceNotShort"]),
        // Keys
        ("wrong_alg_key", ["keyAlgWrong"]), ("wrong_curve_key", ["keyCurveWrong"]),
        ("wrong_kid_key", ["keyKidWrong"]), ("wrong_kty_key", ["keyTypeWrong"]), ("wrong_use_key", ["keyUseWrong"]),
        ("private_key", ["keyPrivate"]), ("cert_mismatch", ["x5cMismatch"]), ("invalid_chain", ["x5cChainInvalid"]),
        ("invalid_dns_san", ["sanInvalid"]), ("invalid_no_san", ["sanMissing"]),
    ]
}
