import Foundation
import HTTPTypes
package import Hummingbird
import Vault

/// What is wrong with the folder of static files, found at start.
enum StaticFilesError: Error, Equatable, CustomStringConvertible {
    case unreadable(directory: String)
    case unknownType(name: String)
    case tooLarge

    var description: String {
        switch self {
        case .unreadable(let directory):
            "The folder \(directory) can't be read: see that it is there and that \(ProcessUser.name) may."
        case .unknownType(let name): "Public/\(name) is of no kind that is served: take it away."
        case .tooLarge: "The files in Public are larger than 64 MiB together: take away what doesn't belong there."
        }
    }
}

/// The files of `Public/`, read once at start and served from memory.
///
/// A file's URL names its content by hash, so browsers keep it for good and ask for no file twice; its plain URL works
/// too and is revalidated. Nothing is looked up on disk for a request.
package struct StaticFiles: Sendable {
    private struct File {
        let bytes: ByteBuffer
        let contentType: String
        let tag: String
    }

    /// All files together, in bytes.
    private static let maximumBytes = 64 * 1024 * 1024

    private var files: [String: File] = [:]
    /// By path: the file's name, and whether the path names its content.
    private var paths: [String: (name: String, isImmutable: Bool)] = [:]
    private var urls: [String: String] = [:]

    /// Reads a directory and those in it; hidden files and links are left out.
    package static func load(directory: String) throws -> StaticFiles {
        let root = URL(fileURLWithPath: directory, isDirectory: true).standardizedFileURL
        guard (try? root.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true,
            let found = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: [.isRegularFileKey, .isSymbolicLinkKey],
                options: [.skipsHiddenFiles])
        else { throw StaticFilesError.unreadable(directory: directory) }
        var statics = StaticFiles()
        var total = 0
        for case let url as URL in found {
            let values = try url.resourceValues(forKeys: [.isRegularFileKey, .isSymbolicLinkKey])
            guard values.isRegularFile == true, values.isSymbolicLink != true else { continue }
            let data = try Data(contentsOf: url)
            total += data.count
            guard total <= Self.maximumBytes else { throw StaticFilesError.tooLarge }
            let name = url.standardizedFileURL.pathComponents.dropFirst(root.pathComponents.count)
            try statics.add(name: name.joined(separator: "/"), bytes: [UInt8](data))
        }
        return statics
    }

    /// - Parameter name: the path inside the folder, such as `icons/logo.svg`.
    package mutating func add(name: String, bytes: [UInt8]) throws {
        let base = name.split(separator: "/").last ?? ""
        guard let dot = base.lastIndex(of: "."), let type = Self.types[base[dot...].lowercased()] else {
            throw StaticFilesError.unknownType(name: name)
        }
        let hash = EntityTag.hash(of: bytes)
        let stem = name.dropLast(base[dot...].count)
        let url = "/static/\(stem).\(hash)\(base[dot...])"
        self.files[name] = File(bytes: ByteBuffer(bytes: bytes), contentType: type, tag: "\"\(hash)\"")
        self.urls[name] = url
        self.paths[url] = (name, true)
        self.paths["/static/\(name)"] = (name, false)
        if Self.atRoot.contains(name) { self.paths["/\(name)"] = (name, false) }
    }

    /// Names of all files, sorted.
    package var names: [String] { self.files.keys.sorted() }

    /// The URL that names the file's content; nil when there is no such file.
    package func url(for name: String) -> String? { self.urls[name] }

    /// The answer when the request is for a file; nil when the path is none of ours.
    ///
    /// There are no ranges: files are small, and a browser that asks for one gets the whole.
    package func response(to request: Request) throws(HTTPProblem) -> Response? {
        let path = request.uri.path
        guard let (name, isImmutable) = self.paths[path], let file = self.files[name] else {
            if path.hasPrefix("/static/") { throw .notFound }
            return nil
        }
        guard request.method == .get || request.method == .head else {
            throw .methodNotAllowed(allowed: [.get, .head])
        }
        var headers: HTTPFields = [
            .eTag: file.tag,
            .cacheControl: isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if EntityTag.matches(request.headers[.ifNoneMatch], file.tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = file.contentType
        // What it asks for is bound by its own policy, not by the pages'.
        if name == Self.worker, let policy = HTTPField.Name("Content-Security-Policy") {
            headers[policy] = "default-src 'none'; connect-src 'self'"
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.bytes))
    }

    /// At the root, since it answers for pages of every path.
    private static let worker = "worker.js"

    /// What is served at the root too.
    private static let atRoot: Set<String> = [
        "apple-touch-icon.png", "favicon.ico", "manifest.webmanifest", "robots.txt", worker,
    ]

    private static let types = [
        ".css": "text/css; charset=utf-8",
        ".gif": "image/gif",
        ".ico": "image/x-icon",
        ".jpg": "image/jpeg",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".pdf": "application/pdf",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".webp": "image/webp",
        ".woff2": "font/woff2",
    ]
}
