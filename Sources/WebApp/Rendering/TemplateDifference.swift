import Foundation

/// Notes where the two renderers differ, as long as there are two.
enum TemplateDifference {
    static func note(_ template: Template, _ words: Localizer, _ old: String, _ new: [UInt8]) {
        let folder = URL(filePath: "/tmp/rendered")
        let name = "\(template)-\(words.code)"
        let isSame = Array(old.utf8) == new
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? Data().write(to: folder.appending(path: isSame ? "\(name).same" : "\(name).different"))
        guard !isSame else { return }
        try? Data(old.utf8).write(to: folder.appending(path: "\(name)-old.html"))
        try? Data(new).write(to: folder.appending(path: "\(name)-new.html"))
    }
}
