import CivilDates
import Foundation
import HealthCertificate

/// Moments as the test files write them: ISO 8601 in its forms, those of programming languages, and bare seconds.
enum ClockText {
    static func parse(_ text: String) -> Date? {
        var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // Java's ZonedDateTime: "2021-06-07T10:00+02:00[Europe/Vienna]".
        if let bracket = text.firstIndex(of: "[") { text = String(text[..<bracket]) }
        if let seconds = Double(text) {
            // Whatever is past the year 5138 in seconds is in milliseconds.
            return Date(timeIntervalSince1970: seconds > 1e11 ? seconds / 1000 : seconds)
        }
        var zulu = text
        for suffix in [" UTC", " GMT", "UTC", "GMT"] where zulu.hasSuffix(suffix) {
            zulu = String(zulu.dropLast(suffix.count)) + "Z"
        }
        return Timestamp(zulu).date ?? named(text)
    }

    /// Forms with the names of days or months, or with slashes or dots between the numbers.
    private static func named(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        let dates = [
            "EEE, dd MMM yyyy", "EEE MMM dd yyyy", "dd MMM yyyy", "MMM dd, yyyy", "dd.MM.yyyy", "dd/MM/yyyy",
            "yyyy/MM/dd", "yyyyMMdd",
        ]
        let times = [" HH:mm:ss zzz", " HH:mm:ss Z", " HH:mm:ss", " HH:mm", "'T'HHmmssXX", "'T'HHmmss", ""]
        for date in dates {
            for time in times {
                formatter.dateFormat = date + time
                if let moment = formatter.date(from: text) { return moment }
            }
        }
        formatter.dateFormat = "EEE MMM dd HH:mm:ss zzz yyyy"
        return formatter.date(from: text)
    }
}
