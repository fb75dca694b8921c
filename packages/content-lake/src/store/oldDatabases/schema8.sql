CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    json TEXT NOT NULL
  );
CREATE TABLE transactions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    author TEXT NOT NULL,
    digest TEXT,
    merged_into INTEGER REFERENCES transactions (seq),
    results TEXT
  );
CREATE INDEX transactions_merged ON transactions (merged_into) WHERE merged_into IS NOT NULL;
CREATE TABLE transaction_documents (
    seq INTEGER NOT NULL REFERENCES transactions (seq),
    document_id TEXT NOT NULL,
    after TEXT,
    mutations TEXT NOT NULL,
    effects TEXT NOT NULL,
    previous_rev TEXT,
    chain INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (seq, document_id)
  );
CREATE INDEX transaction_documents_by_document ON transaction_documents (document_id, seq);
CREATE TABLE key_values (
    user TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user, key)
  );
CREATE TABLE webhook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook TEXT NOT NULL,
    seq INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );
CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  );
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    binding TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    address TEXT NOT NULL,
    agent TEXT NOT NULL
  );
CREATE TABLE login_failures (
    account TEXT NOT NULL,
    client TEXT NOT NULL,
    count INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (account, client)
  );
CREATE TABLE kept_values (
    rule TEXT NOT NULL,
    value TEXT NOT NULL,
    document_id TEXT NOT NULL,
    PRIMARY KEY (rule, value)
  );
INSERT INTO documents VALUES ('a', 'page', '{"_id":"a","_type":"page","_rev":"ordered","_createdAt":"2026-11-28T10:04:02.831Z","_updatedAt":"2026-11-28T10:04:03.356Z","title":"三","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验","note":"0 17wdrqp grnhia 1oo198z xjaz0k 6ekos5 1eaygiu n686af 1v2ly14 13xvnsp ct5dka 1kpj5az tksv2k 2g2ku5 1acgcku j7q2cf 1r43u34 zzdjup 8un9ma 1gr11cz pmar4k 1xioiv9 16dy8mu f97yef 1n5lq54 w0vfwp 4w55oa 1csixez lnsn6k 1tk6ex9 12fg4ou bapugf 1j73m74 s2dbyp xn1qa 18u0tgz hpaj8k 1ploaz9 ygy0qu 7c7qif 1f8li94 o3v80p 1w08zre 14vipiz dqsfak 1ln6719 uifwsu 3dpmkf 1ba3eb4 k5d42p 1s1qvte 10x0lkz 9sabck 1hoo339 qjxsuu 1ygbklj 17blad4 g6v04p 1o38rve wyihmz 5ts7ek 1dq5z59 mlfowu 1uhtgnj 13d36f4 c8cw6p 1k4qnxe t00doz 1va3gk 19rnv79 imxkyu 1qjbcpj zel2h4 89us8p 1g68jze p1i9qz 1wxw1ho 15t5r99 eofh0u 1mkt8rj vg2yj4 4bcoap 1c7qg1e l305sz 1szdxjo 11unnb9 apxd2u 1imb4tj rhkul4 cukcp"}');
INSERT INTO transactions VALUES (1, 'created', '2026-11-28T10:04:02.831Z', 'write-token', 'Ie6m0VnINXV93X_kku3G32Zm4wMcOREyXi_0djCuktc', NULL, NULL);
INSERT INTO transactions VALUES (2, 'edited', '2026-11-28T10:04:03.044Z', 'write-token', 'WOfXg463L8ZiL6Ba2fDQu1vQxWJRk4GiZk3ZacvYxRc', NULL, NULL);
INSERT INTO transactions VALUES (3, 'edited-more', '2026-11-28T10:04:03.230Z', 'write-token', 'AYqwRRhbv2WdiyCMeFcuwvhziZFL6tpr3XTe2_tFSz4', NULL, NULL);
INSERT INTO transactions VALUES (4, 'published', '2026-11-28T10:04:03.276Z', 'write-token', 'UdMyA7lTE3dLJ1MKTlo54d8WVyDoa8ib99Wd791DMu4', NULL, NULL);
INSERT INTO transactions VALUES (5, 'other', '2026-11-28T10:04:03.334Z', 'write-token', '9i63gD2EGG4qg6SVCEQbE6xl3fqRyExYruXNg694B9c', NULL, NULL);
INSERT INTO transactions VALUES (6, 'ordered', '2026-11-28T10:04:03.356Z', 'write-token', 'Z7l4pMW8y4_t1sVCbaL4vhrZHdI-tIZAwLTRvUiE6Ho', NULL, '[{"id":"b","operation":"update"},{"id":"a","operation":"update"},{"id":"b","operation":"update"}]');
INSERT INTO transactions VALUES (7, 'deleted', '2026-11-28T10:04:03.467Z', 'write-token', 'evBVyu94ejz6h-ctdyPM5bc0eiu7ZeU2n-a6VbhIhqQ', NULL, NULL);
INSERT INTO transaction_documents VALUES (1, 'drafts.a', X'0128B52FFD60E004250400E2071D25902B8D01A8EDEE8C5012EAA773796F5DB6CB04441E35597B8635CB24D1F6F76D48B3EB1F949029978E25C3A9589706B3914C36E7DBD09D1DB1AE734DECB412B580B30B0E1041AF65A0657384E83DCE3D82D7DEF90EE06C49376A6538676805672B2252E74A3916CE8E90620FB192CEA509FE080300A449E6FF7829F2C86E8102', '[{"create":{"_id":"drafts.a","_type":"page","_rev":"created","_createdAt":"2026-11-28T10:04:02.831Z","_updatedAt":"2026-11-28T10:04:02.831Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}]', '{"apply":[0,{"_id":"drafts.a","_type":"page","_createdAt":"2026-11-28T10:04:02.831Z","_updatedAt":"2026-11-28T10:04:02.831Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}],"revert":[0,null]}', NULL, 0);
INSERT INTO transaction_documents VALUES (2, 'drafts.a', X'020000290D656469746564222C225F6372655F243D5F757064617465644174223A22323032362D31312D32385431303A30343A30332E3034345A222C227469746C65223A22E4BA8C222C2274657874223A22E007FE0300E007FE0300E007CA0202227D0000', '[{"patch":{"id":"drafts.a","set":{"title":"二"}}}]', '{"apply":[1,6,3,2,23,0,18,22,"3.044",23,23,24,15,6,5,0,"二",15],"revert":[1,6,3,2,23,0,18,22,"2.831",23,23,24,15,6,5,0,"一",15]}', 'created', 1);
INSERT INTO transaction_documents VALUES (3, 'drafts.a', X'0328B52FFD60EC01151100B66D862F5049E21C108388416C0251A4EA36B9497DBFFD5CEB26CD7A49839EB57788666785D8F67F5BCBB2E756852A848563A0840075007600CEC086A3FA0E534CC93CA68C6460FFC0B490C5696155F43EC3635ADA87B4392E735B491666F45D675061F51D88288874FCC80CC6FE51551A91D396E1C49E95D7B5F6E1739028793B51CD95F41BB140C45B25428110D000400443000603203858308158202E162FA14028782081582022749F4B2810089A511038602052352A20C080C1108A65D4BBF7408AD3779E296192E3A96532FBCBB042B64F9509EDE159DE86953E9C5AC26EB3A529AABB243292D97724B67039AE4E3A45FF6111A1B74F11A992A0E7883D15D387F5382E777B3956BBEE8E093AA4BE13B3E439C791923548FF594F7DB03E75148CEC33D34DC93E8C9E84955B3C9B9C1F16B91885B97310A331FA5392F780FBF8AA0E14FD1DF9989A3E8D49758FE7E8F064D7A3452946ED5BD72C44DE35105A92FE84E822B33EC61536A73FC3A8F5D0A7CC02ABF74CA186B57EBCD6D455DF16AE39E8DD120DB8F41D1AD9C638AE2EE7C17F9D2012D4A7D0A9A6E6F9B18FE5FA91CA4ABBFAB605064302C23214337710A607EAF3BA257AFAB868300BFF1649C2DDAF136B72D5CFD5D10CE8B1E594307D0B2BB3B8BB9915D2FAA4944BA33E6E07A7C6BF471DF7E8D7435FD8D5CFD37BDA3EE6A920B26F950A3FE5EE5040317F5A6699531F67148B9EBFC492A8D7A7D280563FD7A6B5FB884993A3FD010080B94001', '[{"patch":{"id":"drafts.a","set":{"text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验","note":"0 17wdrqp grnhia 1oo198z xjaz0k 6ekos5 1eaygiu n686af 1v2ly14 13xvnsp ct5dka 1kpj5az tksv2k 2g2ku5 1acgcku j7q2cf 1r43u34 zzdjup 8un9ma 1gr11cz pmar4k 1xioiv9 16dy8mu f97yef 1n5lq54 w0vfwp 4w55oa 1csixez lnsn6k 1tk6ex9 12fg4ou bapugf 1j73m74 s2dbyp xn1qa 18u0tgz hpaj8k 1ploaz9 ygy0qu 7c7qif 1f8li94 o3v80p 1w08zre 14vipiz dqsfak 1ln6719 uifwsu 3dpmkf 1ba3eb4 k5d42p 1s1qvte 10x0lkz 9sabck 1hoo339 qjxsuu 1ygbklj 17blad4 g6v04p 1o38rve wyihmz 5ts7ek 1dq5z59 mlfowu 1uhtgnj 13d36f4 c8cw6p 1k4qnxe t00doz 1va3gk 19rnv79 imxkyu 1qjbcpj zel2h4 89us8p 1g68jze p1i9qz 1wxw1ho 15t5r99 eofh0u 1mkt8rj vg2yj4 4bcoap 1c7qg1e l305sz 1szdxjo 11unnb9 apxd2u 1imb4tj rhkul4 cukcp"}}}]', '{"apply":[1,6,3,2,23,0,20,22,"230",23,23,24,15,6,4,2,22,"新",23,0,1350,15,17,"0 17wdrqp grnhia 1oo198z xjaz0k 6ekos5 1eaygiu n686af 1v2ly14 13xvnsp ct5dka 1kpj5az tksv2k 2g2ku5 1acgcku j7q2cf 1r43u34 zzdjup 8un9ma 1gr11cz pmar4k 1xioiv9 16dy8mu f97yef 1n5lq54 w0vfwp 4w55oa 1csixez lnsn6k 1tk6ex9 12fg4ou bapugf 1j73m74 s2dbyp xn1qa 18u0tgz hpaj8k 1ploaz9 ygy0qu 7c7qif 1f8li94 o3v80p 1w08zre 14vipiz dqsfak 1ln6719 uifwsu 3dpmkf 1ba3eb4 k5d42p 1s1qvte 10x0lkz 9sabck 1hoo339 qjxsuu 1ygbklj 17blad4 g6v04p 1o38rve wyihmz 5ts7ek 1dq5z59 mlfowu 1uhtgnj 13d36f4 c8cw6p 1k4qnxe t00doz 1va3gk 19rnv79 imxkyu 1qjbcpj zel2h4 89us8p 1g68jze p1i9qz 1wxw1ho 15t5r99 eofh0u 1mkt8rj vg2yj4 4bcoap 1c7qg1e l305sz 1szdxjo 11unnb9 apxd2u 1imb4tj rhkul4 cukcp","note"],"revert":[1,6,3,2,23,0,20,22,"044",23,23,24,15,19,4,6,5,2,23,3,1353,15]}', 'edited', 2);
INSERT INTO transaction_documents VALUES (4, 'a', X'0128B52FFD608107451300F6F296314049EA1C03CD1D45514621ADE666796EADCC31556E783F87EFFA3E8FF7794C48758CE300C2FA3E3FA2627A474C86618C099800840084005ADF99477254C7D1D34DDA3732ABD2E315E62971CF896CCBEACF08AAB0E7F6C29A0DE9C3A73C7AADEA1D1E0206171438B09000C284080D28183840E1C1820A4F7997A3F71D1E0209139EF2E874A3FB0E6FC08110008AC6E286777803BA480010508950812D202118BA190E02124F79374043EFA418D3F00EAFA150164D0BB64F791AC51ADEE1D167DAA73C6ABBDBF00E6F3EE53551C3231017E2A43FAFAEB8DB6E6988EC11A10A44EA3B0FB67339B6E2E3107DC9D1A3DE7E3DAAAC9A9E2917654C7F5A86B1C5DBCDD1E0F6685C9351F51DDA21D239A692AE39FA528BAC88EBD7884DCA3E33DDD8D39F94AC70728BA526E7C7021711EB3B0C7121D271651E66F60D5C89877825B4ACDEE76948B6F6676D8CCBDC6695C615FDD8DD440478B39C89BA34B27135FD4A91EC1ACF141475DBA9862585D5B7116AC7F3D8CC6941FAD25497A7EB639C71D27559149605F52BB3CC4C3ED70972B04FAF7675D6B7446C8CFAB8D0622E7DA752B6298EB3CD89F065234735F5EB74B2AB798E6CA4C53EC57202B7BE858956588F329A12A7EF4417C220C717EC9EEE324F6BB2FD9A48D342CF4F059E652A661E275C21ECD28D0B15F531D170765E2E5585BB6F495C93B37ECE0C584CA7FD5C08D3B7D36296F82875C4A35DC2925BA93E869063D14B8919D7E85B506FDCD6CF978CDA9E6629399EBE4D322C9347889868BE649945BAFAB8AB1C155D225A85C97E7D8AA9F5B3D540784FB9EA8AB56F8F8D499847E7289AA22F55CF85703F02004093CC1FB415AA33', '[{"create":{"_id":"a","_type":"page","_rev":"published","_createdAt":"2026-11-28T10:04:02.831Z","_updatedAt":"2026-11-28T10:04:03.276Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验","note":"0 17wdrqp grnhia 1oo198z xjaz0k 6ekos5 1eaygiu n686af 1v2ly14 13xvnsp ct5dka 1kpj5az tksv2k 2g2ku5 1acgcku j7q2cf 1r43u34 zzdjup 8un9ma 1gr11cz pmar4k 1xioiv9 16dy8mu f97yef 1n5lq54 w0vfwp 4w55oa 1csixez lnsn6k 1tk6ex9 12fg4ou bapugf 1j73m74 s2dbyp xn1qa 18u0tgz hpaj8k 1ploaz9 ygy0qu 7c7qif 1f8li94 o3v80p 1w08zre 14vipiz dqsfak 1ln6719 uifwsu 3dpmkf 1ba3eb4 k5d42p 1s1qvte 10x0lkz 9sabck 1hoo339 qjxsuu 1ygbklj 17blad4 g6v04p 1o38rve wyihmz 5ts7ek 1dq5z59 mlfowu 1uhtgnj 13d36f4 c8cw6p 1k4qnxe t00doz 1va3gk 19rnv79 imxkyu 1qjbcpj zel2h4 89us8p 1g68jze p1i9qz 1wxw1ho 15t5r99 eofh0u 1mkt8rj vg2yj4 4bcoap 1c7qg1e l305sz 1szdxjo 11unnb9 apxd2u 1imb4tj rhkul4 cukcp"}}]', '{"apply":[0,{"_id":"a","_type":"page","_createdAt":"2026-11-28T10:04:02.831Z","_updatedAt":"2026-11-28T10:04:03.276Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验","note":"0 17wdrqp grnhia 1oo198z xjaz0k 6ekos5 1eaygiu n686af 1v2ly14 13xvnsp ct5dka 1kpj5az tksv2k 2g2ku5 1acgcku j7q2cf 1r43u34 zzdjup 8un9ma 1gr11cz pmar4k 1xioiv9 16dy8mu f97yef 1n5lq54 w0vfwp 4w55oa 1csixez lnsn6k 1tk6ex9 12fg4ou bapugf 1j73m74 s2dbyp xn1qa 18u0tgz hpaj8k 1ploaz9 ygy0qu 7c7qif 1f8li94 o3v80p 1w08zre 14vipiz dqsfak 1ln6719 uifwsu 3dpmkf 1ba3eb4 k5d42p 1s1qvte 10x0lkz 9sabck 1hoo339 qjxsuu 1ygbklj 17blad4 g6v04p 1o38rve wyihmz 5ts7ek 1dq5z59 mlfowu 1uhtgnj 13d36f4 c8cw6p 1k4qnxe t00doz 1va3gk 19rnv79 imxkyu 1qjbcpj zel2h4 89us8p 1g68jze p1i9qz 1wxw1ho 15t5r99 eofh0u 1mkt8rj vg2yj4 4bcoap 1c7qg1e l305sz 1szdxjo 11unnb9 apxd2u 1imb4tj rhkul4 cukcp"}],"revert":[0,null]}', NULL, 0);
INSERT INTO transaction_documents VALUES (4, 'drafts.a', NULL, '[{"delete":{"id":"drafts.a"}}]', '{"apply":[0,null],"revert":[0,{"_id":"drafts.a","_type":"page","_createdAt":"2026-11-28T10:04:02.831Z","_updatedAt":"2026-11-28T10:04:03.230Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验","note":"0 17wdrqp grnhia 1oo198z xjaz0k 6ekos5 1eaygiu n686af 1v2ly14 13xvnsp ct5dka 1kpj5az tksv2k 2g2ku5 1acgcku j7q2cf 1r43u34 zzdjup 8un9ma 1gr11cz pmar4k 1xioiv9 16dy8mu f97yef 1n5lq54 w0vfwp 4w55oa 1csixez lnsn6k 1tk6ex9 12fg4ou bapugf 1j73m74 s2dbyp xn1qa 18u0tgz hpaj8k 1ploaz9 ygy0qu 7c7qif 1f8li94 o3v80p 1w08zre 14vipiz dqsfak 1ln6719 uifwsu 3dpmkf 1ba3eb4 k5d42p 1s1qvte 10x0lkz 9sabck 1hoo339 qjxsuu 1ygbklj 17blad4 g6v04p 1o38rve wyihmz 5ts7ek 1dq5z59 mlfowu 1uhtgnj 13d36f4 c8cw6p 1k4qnxe t00doz 1va3gk 19rnv79 imxkyu 1qjbcpj zel2h4 89us8p 1g68jze p1i9qz 1wxw1ho 15t5r99 eofh0u 1mkt8rj vg2yj4 4bcoap 1c7qg1e l305sz 1szdxjo 11unnb9 apxd2u 1imb4tj rhkul4 cukcp"}]}', 'edited-more', 0);
INSERT INTO transaction_documents VALUES (5, 'b', '{"_id":"b","_type":"page","_rev":"other","_createdAt":"2026-11-28T10:04:03.334Z","_updatedAt":"2026-11-28T10:04:03.334Z","title":"B"}', '[{"create":{"_id":"b","_type":"page","_rev":"other","_createdAt":"2026-11-28T10:04:03.334Z","_updatedAt":"2026-11-28T10:04:03.334Z","title":"B"}}]', '{"apply":[0,{"_id":"b","_type":"page","_createdAt":"2026-11-28T10:04:03.334Z","_updatedAt":"2026-11-28T10:04:03.334Z","title":"B"}],"revert":[0,null]}', NULL, 0);
INSERT INTO transaction_documents VALUES (6, 'b', '{"_id":"b","_type":"page","_rev":"ordered","_createdAt":"2026-11-28T10:04:03.334Z","_updatedAt":"2026-11-28T10:04:03.356Z","title":"c"}', '[{"patch":{"id":"b","set":{"title":"b"}}},{"patch":{"id":"b","set":{"title":"c"}}}]', '{"apply":[1,6,3,2,23,0,21,22,"56",23,23,24,15,6,4,0,"c",15],"revert":[1,6,3,2,23,0,21,22,"34",23,23,24,15,6,4,0,"B",15]}', 'other', 0);
INSERT INTO transaction_documents VALUES (6, 'a', X'02000022056F72646572294E1F3335365A222C227469746C65223A22E4B889222C2274657874223A22E696B0A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00A00B3C00BE0BC305000000', '[{"patch":{"id":"a","set":{"title":"三"}}}]', '{"apply":[1,6,3,2,23,0,20,22,"35",23,22,24,15,6,6,0,"三",15],"revert":[1,6,3,2,23,0,20,22,"27",23,22,24,15,6,6,0,"二",15]}', 'published', 1);
INSERT INTO transaction_documents VALUES (7, 'b', NULL, '[{"delete":{"id":"b"}}]', '{"apply":[0,null],"revert":[0,{"_id":"b","_type":"page","_createdAt":"2026-11-28T10:04:03.334Z","_updatedAt":"2026-11-28T10:04:03.356Z","title":"c"}]}', 'ordered', 0);
INSERT INTO key_values VALUES ('write-token', 'theme', '{"dark":true}');
INSERT INTO webhook_deliveries VALUES (1, 'site', 4, 'a', '{"_id":"a","title":"二"}', 1795860243278);
INSERT INTO webhook_deliveries VALUES (2, 'site', 5, 'b', '', 1795860243334);
INSERT INTO settings VALUES ('datasetId', 'cc84fea18002ec37fe3078a5bf129104');
PRAGMA user_version = 8;
