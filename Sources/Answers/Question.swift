public import CivilDates

/// Something that would change a line if we knew it.
public struct Question: Sendable, Hashable {
    /// What is asked about.
    public enum Subject: Sendable, Hashable {
        /// Whether a course was given in childhood; the antigen by which its answer is stored.
        case course(String)
        /// Whether a situation is the patient's: an observation's id.
        case situation(String)
        /// When the patient was born: nothing is known, or a part.
        case birthDate(PartialDate?)
    }

    /// What is asked about.
    public let subject: Subject
    /// The ids of the lines that would change.
    public let lines: [String]
    /// What was answered.
    public let answer: Dossier.Told?
}
