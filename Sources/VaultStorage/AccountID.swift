package import Model

package typealias AccountID = Identifier<OpenVault>
