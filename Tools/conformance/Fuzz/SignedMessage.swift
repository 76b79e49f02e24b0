import Foundation

/// A detached signature in CMS, as trust lists carry it; made by Python's cryptography with a key that is gone.
enum SignedMessage {
    static let bytes = [UInt8](Data(base64Encoded: text) ?? Data())

    private static let text = """
        MIICqQYJKoZIhvcNAQcCoIICmjCCApYCAQExDzANBglghkgBZQMEAgEFADALBgkqhkiG9w0BBwGgggE7MIIBNzCB3qADAgECAgEC\
        MAoGCCqGSM49BAMCMBwxCzAJBgNVBAYTAk5MMQ0wCwYDVQQDDARSb290MB4XDTI2MTEyMDA5MzM1M1oXDTI2MTEyMjA5MzM1M1ow\
        HTELMAkGA1UEBhMCTkwxDjAMBgNVBAMMBUxpc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEA1auGLRurinEtVBj7zl93OyR\
        XLMq6r2+qQt1dnFT+pVvVuuhUuMOu56dMVOLPEShOSAwUM/qS87wOO4JrvJtd6MQMA4wDAYDVR0TAQH/BAIwADAKBggqhkjOPQQD\
        AgNIADBFAiAtlNqwAQyo8vSJIc4GyT5oHjje+tDE3DiMhWfCtTXodAIhAMo0TQIzKGPhZMp8LgkbJSLtIAURexVgQBY3lxYXPkxU\
        MYIBMjCCAS4CAQEwITAcMQswCQYDVQQGEwJOTDENMAsGA1UEAwwEUm9vdAIBAjANBglghkgBZQMEAgEFAKCBoTAYBgkqhkiG9w0B\
        CQMxCwYJKoZIhvcNAQcBMBwGCSqGSIb3DQEJBTEPFw0yNjExMjEwOTMzNTNaMC8GCSqGSIb3DQEJBDEiBCBEE2+jVbNnihFGrRb3\
        6GSelPtPwh/nfoMQwGD2HKr/ijA2BgkqhkiG9w0BCQ8xKTAnMAsGCWCGSAFlAwQBKjALBglghkgBZQMEARYwCwYJYIZIAWUDBAEC\
        MAoGCCqGSM49BAMCBEcwRQIgAJ2XlUgY+JK80seJC/pWYfKPZZxxoqLiC95jiF0kSNMCIQCyzN/GPe+LOPOqblLfg6xu0o9OnlFS\
        V6jYq/sonKNX2A==
        """
}
