/// A short name of a browser, for the list of sessions: never the whole user agent, which could tell devices apart.
enum Device {
    /// For example `Firefox, Android`.
    static func name(_ userAgent: String?) -> String {
        guard let userAgent = userAgent?.prefix(400) else { return "?" }
        let browsers = [
            ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
            ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
        ]
        let systems = [
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
            ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ]
        let browser = browsers.first { userAgent.contains($0.0) }?.1
        let system = systems.first { userAgent.contains($0.0) }?.1
        let parts = [browser, system].compactMap(\.self)
        return parts.isEmpty ? "?" : parts.joined(separator: ", ")
    }
}
