extension WebApp {
    /// This program's version, as `vaccinapp --version` and the metrics say it; CHANGELOG.md begins with it.
    package static let version = "0.1.0"
}
