import CivilDates
import HealthCertificate
import Testing

@Suite("Dates as certificates write them", .timeLimit(.minutes(3)))
struct CertificateDateTests {
    @Test("dates are read as far as they go")
    func partialDates() {
        #expect(CertificateDate("1964-08-12").date == PartialDate(year: 1964, month: 8, day: 12))
        #expect(CertificateDate("1964-08").date == PartialDate(year: 1964, month: 8))
        #expect(CertificateDate("1964").date == PartialDate(year: 1964))
        #expect(CertificateDate("2021-02-18T00:00:00").date?.day == 18)
        for text in ["", "1964-", "1964-8", "1964-13", "2021-02-29", "1964-08-12-01", "0000", "64", "196408", "abcd"] {
            #expect(CertificateDate(text).date == nil)
            #expect(CertificateDate(text).text == text)
        }
    }
}
