package import Model

package typealias SessionID = Identifier<Session>
package typealias PassID = Identifier<Pass>
package typealias VaccinationID = Identifier<Vaccination>
package typealias CertificateID = Identifier<Certificate>
package typealias DraftID = Identifier<DraftRecord>
package typealias BatchID = Identifier<Batch>
package typealias BinItemID = Identifier<BinItem>
package typealias ScanTemplateID = Identifier<ScanTemplateRecord>
package typealias AttachmentID = Identifier<Attachment>
package typealias SealedFileID = Identifier<SealedFile>
package typealias PasskeyID = Identifier<Passkey>
package typealias FactID = Identifier<Fact>
package typealias EventID = Identifier<AccessEvent>
package typealias HealthLinkID = Identifier<HealthLink>
package typealias ConsentID = Identifier<ConsentRecord>
