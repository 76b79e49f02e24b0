extension PrequalifiedProduct {
    /// The products against yellow fever and poliomyelitis that the WHO has prequalified: id, name, maker.
    ///
    /// WHO, value set of ICVP product ids, as of October 2025 (<https://smart.who.int/icvp/>). Presentations of one
    /// product have ids of their own.
    static let table = """
        YellowFeverProductd2c75a15ed309658b3968519ddb31690|n/a|Federal State Autonomous Scientific Institution «Chumakov Federal Scientific Center for Research & Development of Immune-And Biological Products», Russian Academy of Sciences
        YellowFeverProduct771d1a5c0acaee3e2dc9d56af1aba49d|n/a|Federal State Autonomous Scientific Institution «Chumakov Federal Scientific Center for Research & Development of Immune-And Biological Products», Russian Academy of Sciences
        YellowFeverProducte929626497bdbb71adbe925f0c09c79f|n/a|Federal State Autonomous Scientific Institution «Chumakov Federal Scientific Center for Research & Development of Immune-And Biological Products», Russian Academy of Sciences
        YellowFeverProduct01a3b83cf13e87948437db11cf5c34eb|SinSaVac™|Federal State Autonomous Scientific Institution «Chumakov Federal Scientific Center for Research & Development of Immune-And Biological Products», Russian Academy of Sciences
        YellowFeverProductf82b015dfb3b1feeacd4c44d95b3b3ec|Stabilized Yellow Fever Vaccine|Institut Pasteur de Dakar
        YellowFeverProduct223330a7c15da86b21cc363f591de002|Stabilized Yellow Fever Vaccine|Institut Pasteur de Dakar
        YellowFeverProductffea8448252ee58b7a92add05f0c3431|Stabilized Yellow Fever Vaccine|Institut Pasteur de Dakar
        YellowFeverProductd8a09f80301dc05e124f99ffe7711fc0|STAMARIL|Sanofi Pasteur
        YellowFeverProductab01f006f8b24113f4a28cb50bfe6d9d|Yellow Fever|Bio-Manguinhos/Fiocruz
        YellowFeverProduct5f0639d8e4d52afef089aa7148c5060c|Yellow Fever|Bio-Manguinhos/Fiocruz
        YellowFeverProducte0534dbc71a6cc09f56dce25216c538c|Yellow Fever|Bio-Manguinhos/Fiocruz
        PolioVaccineOralOPVTrivaProductfa4849f7532d522134f4102063af1617|BIOPOLIO|Bharat Biotech International Limited
        PolioVaccineOralOPVTrivaProduct4df3a93ab495d85b3583d0cd1ae3d83e|BIOPOLIO|Bharat Biotech International Limited
        PolioVaccineOralOPVBivalProduct16e883911ea0108b8213bc213c9972fe|BIOPOLIO B1/3|Bharat Biotech International Limited
        PolioVaccineOralOPVBivalProduct0e59118bc5938520115bac65a45be04d|BIOPOLIO B1/3|Bharat Biotech International Limited
        PolioVaccineOralOPVBivalProductb62fbc87532804be42afa8d9050ef452|Bivalent OPV Type 1 and 3 Poliomyelitis Vaccine, Live (Oral)|Panacea Biotec Ltd.
        PolioVaccineOralOPVBivalProduct02c099d69cd245e7fcd3280a96f1dccb|Bivalent OPV Type 1 and 3 Poliomyelitis Vaccine, Live (Oral)|Panacea Biotec Ltd.
        PolioVaccineOralOPVBivalProductdecf3a77facc0b8f1443db5f7a806857|Bivalent Oral Poliomyelitis Vaccine Type 1&3 (bOPV 1&3)|PT Bio Farma (Persero)
        PolioVaccineOralOPVBivalProduct10aa94cef126e62542c2c45dc3604c0b|Bivalent Oral Poliomyelitis Vaccine Type 1&3 (bOPV 1&3)|PT Bio Farma (Persero)
        PolioVaccineOralOPVBivalProduct26e6c50dfb385f223a12238dc6e202dd|Bivalent type 1&3 Oral Poliomyelitis vaccine, IP (bOPV1&3)|Haffkine Bio Pharmaceutical Corporation Ltd
        PolioVaccineInactivatedSProduct0854d534a200bbeffa8be0f57dad584a|Eupolio Inj.|LG Chem Ltd
        PolioVaccineInactivatedSProduct031f63df3184acdf0cb82f90f316b6c3|Eupolio Inj.|LG Chem Ltd
        DiphtheriaTetanusPertussProductf4177b409d09d83e48630717437c5aea|HEXASIIL|Serum Institute of India Pvt. Ltd.
        DiphtheriaTetanusPertussProduct0e63b58e2976f385b77a9b5a356b68b5|HEXASIIL|Serum Institute of India Pvt. Ltd.
        DiphtheriaTetanusPertussProductd54558e2851d29311ee7f90975827dc7|Hexaxim|Sanofi Pasteur
        PolioVaccineInactivatedIProduct532ef986c8042bbb15fee24056fdc4ed|IMOVAX POLIO|Sanofi Pasteur
        PolioVaccineInactivatedIProduct087ff26057e89c006517428347dfbc3c|IPV Vaccine AJV|AJ Vaccines A/S
        PolioVaccineOralOPVMonovProductcea74be2c728329aad7b9b33ae16a0b1|Monovalent Oral Poliomyelitis Vaccine Type 1 (mOPV1)|PT Bio Farma (Persero)
        PolioVaccineOralOPVMonovProductef716e2b9567223ce6c95b090480ecfe|Monovalent Oral Poliomyelitis Vaccine Type 2|PT Bio Farma (Persero)
        PolioVaccineOralOPVMonovProductae7e506ca48a3aa605b188cd11eaceab|Monovalent type 1 Oral Poliomyelitis vaccine, IP (mOPV1)|Haffkine Bio Pharmaceutical Corporation Ltd
        PolioVaccineOralOPVMonovProductf6d840e9cf722a80b38d0be001f47caf|ORAL MONOVALENT TYPE 2 POLIOMYELITIS VACCINE (mOPV2)|Sanofi Pasteur
        PolioVaccineOralOPVTrivaProducte0bcdc085107751b3df34ad04620ac21|Oral Poliomyelitis Vaccines (Oral Drops)|PT Bio Farma (Persero)
        PolioVaccineInactivatedIProduct096d9e8c31e30cc1148311ee66359a50|Picovax|AJ Vaccines A/S
        PolioVaccineOralOPVMonovProduct7d442364610244382098e1c4a3ba54c3|Polio Sabin Mono T1|GlaxoSmithKline Biologicals SA
        PolioVaccineOralOPVMonovProduct4580ab03228ed6c70bb6c117b408f7e5|Polio Sabin Mono T1|GlaxoSmithKline Biologicals SA
        PolioVaccineOralOPVMonovProduct7a252b223173567f21721ee15a36f057|Polio Sabin Mono Three (oral)|GlaxoSmithKline Biologicals SA
        PolioVaccineOralOPVMonovProductf22fcdfa611173d0afbce56d49867530|Polio Sabin Mono Three (oral)|GlaxoSmithKline Biologicals SA
        PolioVaccineOralOPVMonovProduct1b2bdb769d38e0b45eb60707ff9a36cb|Polio Sabin Mono Two (oral)|GlaxoSmithKline Biologicals SA
        PolioVaccineOralOPVMonovProductb4755cab194f57a5fecc8d890856bbdf|Polio Sabin Mono Two (oral)|GlaxoSmithKline Biologicals SA
        PolioVaccineOralOPVBivalProduct14c88c2e9b35698b4726903940c58037|Polio Sabin One and Three|GlaxoSmithKline Biologicals SA
        PolioVaccineOralOPVBivalProduct2d10261076734e48cd7b289de6ea802e|Polio Sabin One and Three|GlaxoSmithKline Biologicals SA
        PolioVaccineInactivatedIProductc726fd7210023aa5738617a79cae2b40|Poliomyelitis vaccine|Bilthoven Biologicals B.V.
        PolioVaccineNovelOralnOPProduct65b137f0201901bc43fc8759e4f35f35|Poliomyelitis Vaccine - Novel Oral (nOPV) Type 2|Biological E. Limited
        PolioVaccineNovelOralnOPProduct278e9af5dc50904dd144a7ceb4d42dd7|Polio Vaccine - Novel Oral (nOPV) Type 2|PT Bio Farma (Persero)
        PolioVaccineNovelOralnOPProductab7589153ddbc7968e1749119c5b1678|Poliomyelitis Vaccine - Novel Oral (nOPV) Type 2|Biological E. Limited
        PolioVaccineInactivatedIProduct1d63ab46cee67d02439c47ed91439667|Poliomyelitis Vaccine (Inactivated)|Serum Institute of India Pvt. Ltd.
        PolioVaccineInactivatedIProduct13e82343f8e192fe6e3fbfbf2a47ffd7|Poliomyelitis Vaccine (Inactivated)|Serum Institute of India Pvt. Ltd.
        PolioVaccineInactivatedIProductf8085a2bd9a1c84fba1adee2ec6f6fb1|Poliomyelitis Vaccine (Inactivated)|Serum Institute of India Pvt. Ltd.
        PolioVaccineInactivatedIProductfea93261bf2f096ea48aed825522dc2d|Poliomyelitis Vaccine (Inactivated)|Serum Institute of India Pvt. Ltd.
        PolioVaccineOralOPVBivalProductdcbfa0a541c65032a917c39fa762c2f9|Poliomyelitis Vaccine (live, oral attenuated, human Diploid Cell), type 1 and 3|Beijing Institute of Biological Products Co., Ltd.
        PolioVaccineOralOPVBivalProduct06bf2d06adcc6d9e2bea8ac21846bb09|Poliomyelitis Vaccine (Oral), Bivalent types 1 and 3|Serum Institute of India Pvt. Ltd.
        PolioVaccineOralOPVBivalProducta5416e91021f0c00915e4688ff508717|Poliomyelitis Vaccine (Oral), Bivalent types 1 and 3|Serum Institute of India Pvt. Ltd.
        PolioVaccineInactivatedSProduct2050ea67709cfcde28a01f0546276e96|Poliomyelitis Vaccine (Vero Cell), Inactivated, Sabin Strains|Sinovac Biotech Co. Ltd
        PolioVaccineInactivatedSProduct25383b1f589d42af3719c7074f982c9b|Poliomyelitis Vaccine (Vero Cell), Inactivated, Sabin Strains|Beijing Institute of Biological Products Co., Ltd.
        PolioVaccineInactivatedSProductd554f4c3848920ca8bcd00d44afd18a4|Poliomyelitis Vaccine (Vero Cell), Inactivated, Sabin Strains|Sinovac Biotech Co. Ltd
        PolioVaccineInactivatedIProduct3cde3a30cacdc23b9ec3bdf4ba9d23ff|Poliomyelitis vaccine multidose|Bilthoven Biologicals B.V.
        PolioVaccineInactivatedIProduct4562bbd80c6e57dbe29b122817623854|Poliomyelitis vaccine multidose|Bilthoven Biologicals B.V.
        PolioVaccineOralOPVTrivaProductbd7faeaf3f0e633420fba396895d6cc9|Polioviral vaccine|Haffkine Bio Pharmaceutical Corporation Ltd
        PolioVaccineInactivatedIProduct81ee9ba77c4419bbfe44a27cfd10027e|ShanIPV™|Sanofi Healthcare India Private Limited
        PolioVaccineInactivatedIProduct8b13b5fcf5e9268b345775be7c3f077c|ShanIPV™|Sanofi Healthcare India Private Limited
        """
}
