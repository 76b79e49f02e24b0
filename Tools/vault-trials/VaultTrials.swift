/// Trials of the vault: `measure` compares its speed, `load` tells how many users wait how long; the others are the processes that the torture tests look at.
@main
struct VaultTrials {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "measure":
            try await Measurement(rounds: arguments.dropFirst().first.flatMap { Int($0) } ?? 200).run()
        case "load":
            let numbers = arguments.dropFirst().compactMap { Int($0) }
            try await Load(users: numbers.first ?? 200, turnsAtOnce: numbers.dropFirst().first).run()
        case "register" where arguments.count == 3:
            try await Load(users: Int(arguments[2]) ?? 1).register(in: arguments[1])
        case "write" where arguments.count == 2:
            try await Writer(directory: arguments[1], count: nil).run()
        case "write-few" where arguments.count == 2:
            try await Writer(directory: arguments[1], count: 4).run()
        case "hold" where arguments.count == 2:
            try await Holder(directory: arguments[1]).run()
        default:
            print("usage: vault-trials measure [ROUNDS] | load [USERS [TURNS]] | write DIR | write-few DIR | hold DIR")
        }
    }
}
