import ArgumentParser
import Foundation
import Immunization
import Lists
import Operators
import VaultStorage

extension CatalogueCommand {
    /// Makes the pair of keys that releases are signed and checked by.
    struct Key: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "key", abstract: "Make a key that signs releases; its public half is printed.",
            discussion: """
                Keep the file where no server runs. Save what is printed as a file on each server and name it by \
                --content-key. 'openssl genpkey -algorithm ed25519' makes such keys as well.
                """)

        @Argument(help: "The file for the private key; it is made, and must not be there yet.") var file: String

        func run() throws {
            guard !FileManager.default.fileExists(atPath: file) else {
                throw ValidationError("\"\(file)\" is there already")
            }
            guard let signer = ContentSigner() else { throw ValidationError("libsodium can't be started") }
            try AtomicFile.write(Data(signer.pem.utf8), to: URL(filePath: file), permissions: 0o600)
            print(signer.publicKey.pem, terminator: "")
        }
    }

    /// Signs a release, or a notice of one.
    struct Sign: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign", abstract: "Sign a release's folder, or one file such as release-notice.json.",
            discussion: """
                A folder gets the file catalogue.sig, for exactly the files that it holds; a file FILE gets FILE.sig. \
                Both hold an Ed25519 signature in Base64; catalogue.sig also says when it was made, and servers take no \
                release that was signed before one that they keep.
                """)

        @Argument(help: "The folder, or the file.") var path: String
        @Option(help: "The private key, a PEM file.") var key: String

        func run() throws {
            let text = String(decoding: try InputFile.read(key), as: UTF8.self)
            guard let signer = ContentSigner(pem: text) else {
                throw ValidationError("\"\(key)\" is no PEM file with an Ed25519 private key")
            }
            let isFolder = FileManager.default.isFolder(path)
            let target = URL(filePath: isFolder ? "\(path)/\(ContentKey.signatureFile)" : "\(path).sig")
            let signature =
                isFolder
                ? signer.signature(of: try files(), at: Date()) : signer.signature(of: try InputFile.read(path))
            try AtomicFile.write(Data(signature.utf8), to: target)
            print(target.path)
        }

        private func files() throws -> [String: [UInt8]] {
            try CatalogueCommand.naming("nothing was signed: ") {
                try CatalogueStore.release(in: URL(filePath: path, directoryHint: .isDirectory)).files
            }
        }
    }
}
