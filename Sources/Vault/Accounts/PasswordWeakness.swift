import CZxcvbn
import Foundation

/// What is wrong with a password, for the page to put into words.
package struct PasswordWeakness: Sendable, Equatable {
    package enum Kind: Sendable, CaseIterable {
        case tooShort
        case tooLong
        /// It holds the user name.
        case userName
        /// A word or password that many use.
        case common
        /// It is on the list of stolen passwords that this server was given.
        case breached
        case repeats
        case sequence
        /// Neighbours on the keyboard.
        case keyboard
        case date
        /// Guessable, for no single reason.
        case guessable
    }

    package let problem: Kind
    /// zxcvbn's score, 0 (worst) to 4.
    package let score: Int
}

/// A password as it is hashed: Unicode NFC, so that it is the same from every keyboard (RFC 8265).
struct Password {
    static let minimum = 12
    static let maximum = 1024
    /// The least zxcvbn score that is accepted.
    static let leastScore = 3
    /// zxcvbn's time grows with the square of the length; what follows only adds strength.
    private static let judged = 64

    let bytes: [UInt8]

    /// Nil when it is too long to be anyone's.
    init?(_ typed: String) {
        guard typed.utf8.count <= Self.maximum * 4 else { return nil }
        bytes = Array(typed.precomposedStringWithCanonicalMapping.utf8)
    }

    static func finding(_ typed: String, username: String) -> PasswordWeakness? {
        guard typed.utf8.count <= maximum * 4, typed.count <= maximum else {
            return PasswordWeakness(problem: .tooLong, score: 4)
        }
        let (score, problem) = judge(typed, username: username)
        if typed.count < minimum { return PasswordWeakness(problem: .tooShort, score: score) }
        return score < leastScore ? PasswordWeakness(problem: problem, score: score) : nil
    }

    private static func judge(_ typed: String, username: String) -> (Int, PasswordWeakness.Kind) {
        let password =
            Array(typed.prefix(judged).utf8.prefix(4 * judged).map { CChar(bitPattern: $0) }.prefix { $0 != 0 }) + [0]
        let words = username.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let known = ([username.lowercased(), "vaccinapp"] + words).filter { $0.utf8.count >= 3 && $0.utf8.count <= 100 }
        var pointers: [UnsafePointer<CChar>?] = known.map { UnsafePointer(strdup($0)) }
        defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
        pointers.append(nil)
        var matches: UnsafeMutablePointer<ZxcMatch_t>?
        let bits = ZxcvbnMatch(password, &pointers, &matches)
        defer { ZxcvbnFreeInfo(matches) }
        return (score(bits: bits), problem(matches))
    }

    /// zxcvbn's steps: 10^3, 10^6, 10^8, 10^10 guesses.
    private static func score(bits: Double) -> Int {
        [3, 6, 8, 10].filter { bits >= Double($0) * log2(10) }.count
    }

    /// The kind of match that covers most of the password.
    private static func problem(_ matches: UnsafeMutablePointer<ZxcMatch_t>?) -> PasswordWeakness.Kind {
        var lengths: [Int: Int] = [:]
        var next = matches
        while let match = next {
            lengths[Int(match.pointee.Type.rawValue) & 31, default: 0] += Int(match.pointee.Length)
            next = match.pointee.Next.map { UnsafeMutablePointer($0) }
        }
        let kind = lengths.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
        switch UInt32(kind) {
        case USER_MATCH.rawValue, USER_LEET_MATCH.rawValue: return .userName
        case DICTIONARY_MATCH.rawValue, DICT_LEET_MATCH.rawValue: return .common
        case REPEATS_MATCH.rawValue: return .repeats
        case SEQUENCE_MATCH.rawValue: return .sequence
        case SPATIAL_MATCH.rawValue: return .keyboard
        case DATE_MATCH.rawValue, YEAR_MATCH.rawValue: return .date
        default: return .guessable
        }
    }
}
