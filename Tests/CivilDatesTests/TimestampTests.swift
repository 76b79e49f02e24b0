import CivilDates
import Foundation
import Testing

@Suite("Moments", .timeLimit(.minutes(3)))
struct TimestampTests {
    @Test(
        "moments are read in the forms that issuers write",
        arguments: [
            ("2021-06-01T18:00:00Z", 1_622_570_400), ("2021-06-01T20:00:00+02:00", 1_622_570_400),
            ("2021-06-01T20:00:00+0200", 1_622_570_400), ("2021-06-01T20:00:00+02", 1_622_570_400),
            ("2021-06-01 18:00:00", 1_622_570_400), ("2021-06-01t18:00z", 1_622_570_400),
            ("2021-06-01T12:30:00-05:30", 1_622_570_400), ("2021-06-01T18:00:00.500Z", 1_622_570_400.5),
            ("2021-06-01T18:00:00,123456789012Z", 1_622_570_400.123_456_789), ("2021-06-01", 1_622_505_600),
            ("2024-02-29T00:00:00Z", 1_709_164_800), ("1900-03-01T00:00:00Z", -2_203_891_200),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
        ])
    func moments(text: String, seconds: Double) {
        #expect(Timestamp(text).date == Date(timeIntervalSince1970: seconds))
        #expect(Timestamp(text).text == text)
    }

    @Test(
        "what is no moment has none, but keeps its text",
        arguments: [
            "", "2021", "2021-06", "2021-02-29", "2021-13-01", "2021-06-31T00:00:00Z", "2021-06-01T24:00:00Z",
            "2021-06-01T18:60:00Z", "2021-06-01T18", "2021-06-01T18:00:00+", "2021-06-01T18:00:00Zx",
            "2021-06-01T18:00:00.Z", "0000-01-01", "２０２１-06-01", "2021-06-01T18:00:00+99:00", "NaN", "21-06-01",
        ])
    func noMoments(text: String) {
        #expect(Timestamp(text).date == nil)
        #expect(Timestamp(text).text == text)
    }

    @Test("moments are written in UTC, also at the ends of time")
    func written() {
        #expect(Timestamp(Date(timeIntervalSince1970: 1_622_570_400.9)).text == "2021-06-01T18:00:00Z")
        #expect(Timestamp(Date(timeIntervalSince1970: -1)).text == "1969-12-31T23:59:59Z")
        #expect(Timestamp(Date(timeIntervalSince1970: -.infinity)).text == "0001-01-01T00:00:00Z")
        #expect(Timestamp(Date(timeIntervalSince1970: 1e300)).text == "9999-12-31T23:59:59Z")
        #expect(Timestamp(Date(timeIntervalSince1970: .nan)).text == "1970-01-01T00:00:00Z")
    }

    @Test("every day of 400 years is read back as it was written")
    func everyDay() {
        for day in stride(from: -25_567, to: 120_530, by: 1) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            #expect(Timestamp(Timestamp(date).text).date == date)
        }
    }
}
