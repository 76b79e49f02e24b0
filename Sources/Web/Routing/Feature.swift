/// A part of the program: what is asked of it, what it shows, and for which codes it has words.
///
/// Its handlers are static functions, which get services by the request.
package protocol Feature: Sendable {
    static var routes: [Route] { get }
    /// Their templates are compiled at the start, which ends where one names what its page lacks.
    static var pages: [any Page.Type] { get }
    /// A code that isn't listed has messages that read as unused.
    static var codes: [any MessageCode.Type] { get }
    /// What is brought up to a member's vault after each answer.
    static var publications: [Publication] { get }
}

extension Feature {
    package static var pages: [any Page.Type] { [] }
    package static var codes: [any MessageCode.Type] { [] }
    package static var publications: [Publication] { [] }
}
