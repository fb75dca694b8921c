CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    json TEXT NOT NULL
  );
CREATE TABLE transactions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    author TEXT NOT NULL
  , digest TEXT, merged_into INTEGER REFERENCES transactions (seq));
CREATE TABLE transaction_documents (
    seq INTEGER NOT NULL REFERENCES transactions (seq),
    document_id TEXT NOT NULL,
    after TEXT,
    mutations TEXT NOT NULL,
    effects TEXT NOT NULL, previous_rev TEXT, chain INTEGER NOT NULL DEFAULT 0,
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
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  );
CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  );
CREATE INDEX transactions_merged ON transactions (merged_into) WHERE merged_into IS NOT NULL;
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
INSERT INTO documents VALUES ('a', 'page', '{"_id":"a","_type":"page","_rev":"ordered","_createdAt":"2026-11-26T18:52:11.587Z","_updatedAt":"2026-11-26T18:52:11.745Z","title":"三","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}');
INSERT INTO transactions VALUES (1, 'created', '2026-11-26T18:52:11.587Z', 'write-token', 'WUrTxKxHWboZosMGTh2wW-xGN-oRVOAjyL_jiB2UxTU', NULL);
INSERT INTO transactions VALUES (2, 'edited', '2026-11-26T18:52:11.611Z', 'write-token', 'WOfXg463L8ZiL6Ba2fDQu1vQxWJRk4GiZk3ZacvYxRc', NULL);
INSERT INTO transactions VALUES (3, 'edited-more', '2026-11-26T18:52:11.633Z', 'write-token', 'tpIZRTfxuL95U3lfaWj1WitN_igTrF2DG0BUKzG3m0A', NULL);
INSERT INTO transactions VALUES (4, 'published', '2026-11-26T18:52:11.704Z', 'write-token', 'XZw_l1TW3bT2HVrHlfxwSa9IiPYNI0CkF3w9GFats1o', NULL);
INSERT INTO transactions VALUES (5, 'other', '2026-11-26T18:52:11.733Z', 'write-token', '9i63gD2EGG4qg6SVCEQbE6xl3fqRyExYruXNg694B9c', NULL);
INSERT INTO transactions VALUES (6, 'ordered', '2026-11-26T18:52:11.745Z', 'write-token', 'Z7l4pMW8y4_t1sVCbaL4vhrZHdI-tIZAwLTRvUiE6Ho', NULL);
INSERT INTO transactions VALUES (7, 'deleted', '2026-11-26T18:52:11.757Z', 'write-token', 'evBVyu94ejz6h-ctdyPM5bc0eiu7ZeU2n-a6VbhIhqQ', NULL);
INSERT INTO transaction_documents VALUES (1, 'drafts.a', X'0128B52FFD600201250400E2471D26806B1A0380658256AD10925880ADADC28046C8364C2293B5D31CF38CB2C639F7AF3DDD9039238F27964D05A3A15C58E6924524D9F932746F432EEC5C114BED5429E06D4240821EE7F24129B941F41CE79CE801DEF90AE0ED4937AA55385FA8056FEB2156E75A3516DE8E4F620DD19ACE270AEE080300B492A93E5E8A3CB25BA0', '[{"create":{"_id":"drafts.a","_type":"page","_rev":"created","_createdAt":"2026-11-26T18:52:11.587Z","_updatedAt":"2026-11-26T18:52:11.587Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}]', '{"apply":[0,{"_id":"drafts.a","_type":"page","_createdAt":"2026-11-26T18:52:11.587Z","_updatedAt":"2026-11-26T18:52:11.587Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}],"revert":[0,null]}', NULL, 0);
INSERT INTO transaction_documents VALUES (2, 'drafts.a', X'020000290D656469746564222C225F6372655F243D5F757064617465644174223A22323032362D31312D32365431383A35323A31312E3631315A222C227469746C65223A22E4BA8C222C2274657874223A229F02E101009F02870102227D0000', '[{"patch":{"id":"drafts.a","set":{"title":"二"}}}]', '{"apply":[1,6,3,2,23,0,20,22,"611",23,23,24,15,6,5,0,"二",15],"revert":[1,6,3,2,23,0,20,22,"587",23,23,24,15,6,5,0,"一",15]}', 'created', 1);
INSERT INTO transaction_documents VALUES (3, 'drafts.a', X'0200002F052D6D6F72652F4D1E33335A222C227469746C65223A22E4BA8C222C2274657874223A22E696B08002FF010080026902227D0000', '[{"patch":{"id":"drafts.a","set":{"text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}}]', '{"apply":[1,6,3,2,23,0,21,22,"33",23,23,24,15,6,4,2,22,"新",23,0,360,15],"revert":[1,6,3,2,23,0,21,22,"11",23,23,24,15,6,4,2,23,3,363,15]}', 'edited', 2);
INSERT INTO transaction_documents VALUES (4, 'a', X'0128B52FFD6000017D0400A28820297055D30182CFFFFF37EC435DC5D3717BF0A3D952DAEA48C868F6D653A9D121D744447735F2ACFABF848E67940089052082D13295ED01D92E93CDF7BDE0BE3ED368DFB3D5555F4F091E494E0C5E4F491314706E1FB4932344CF71CE89DEF3BEEF81E48E7C19E0F5921189CA2A60F37B055FF07A3EC4F93D4F46C3EBE3F7B2826F040200B692A9166DDD2A0A', '[{"create":{"_id":"a","_type":"page","_rev":"published","_createdAt":"2026-11-26T18:52:11.587Z","_updatedAt":"2026-11-26T18:52:11.704Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}]', '{"apply":[0,{"_id":"a","_type":"page","_createdAt":"2026-11-26T18:52:11.587Z","_updatedAt":"2026-11-26T18:52:11.704Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}],"revert":[0,null]}', NULL, 0);
INSERT INTO transaction_documents VALUES (4, 'drafts.a', NULL, '[{"delete":{"id":"drafts.a"}}]', '{"apply":[0,null],"revert":[0,{"_id":"drafts.a","_type":"page","_createdAt":"2026-11-26T18:52:11.587Z","_updatedAt":"2026-11-26T18:52:11.633Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}]}', 'edited-more', 0);
INSERT INTO transaction_documents VALUES (5, 'b', '{"_id":"b","_type":"page","_rev":"other","_createdAt":"2026-11-26T18:52:11.733Z","_updatedAt":"2026-11-26T18:52:11.733Z","title":"B"}', '[{"create":{"_id":"b","_type":"page","_rev":"other","_createdAt":"2026-11-26T18:52:11.733Z","_updatedAt":"2026-11-26T18:52:11.733Z","title":"B"}}]', '{"apply":[0,{"_id":"b","_type":"page","_createdAt":"2026-11-26T18:52:11.733Z","_updatedAt":"2026-11-26T18:52:11.733Z","title":"B"}],"revert":[0,null]}', NULL, 0);
INSERT INTO transaction_documents VALUES (6, 'b', '{"_id":"b","_type":"page","_rev":"ordered","_createdAt":"2026-11-26T18:52:11.733Z","_updatedAt":"2026-11-26T18:52:11.745Z","title":"c"}', '[{"patch":{"id":"b","set":{"title":"b"}}},{"patch":{"id":"b","set":{"title":"c"}}}]', '{"apply":[1,6,3,2,23,0,21,22,"45",23,23,24,15,6,4,0,"c",15],"revert":[1,6,3,2,23,0,21,22,"33",23,23,24,15,6,4,0,"B",15]}', 'other', 0);
INSERT INTO transaction_documents VALUES (6, 'a', X'02000022726F726465726564222C225F637265617465644174223A22323032362D31312D32365431383A35323A31312E3538375A222C225F757064617465644174223A22323032362D31312D32365431383A35323A31312E3734355A222C227469746C65223A22E4B889222C2274657874223A22E696B0FF01FF0100FF016902227D0000', '[{"patch":{"id":"a","set":{"title":"三"}}}]', '{"apply":[1,6,3,2,23,0,21,22,"45",23,23,24,15,6,5,0,"三",15],"revert":[1,6,3,2,23,0,21,22,"04",23,23,24,15,6,5,0,"二",15]}', 'published', 1);
INSERT INTO transaction_documents VALUES (7, 'b', NULL, '[{"delete":{"id":"b"}}]', '{"apply":[0,null],"revert":[0,{"_id":"b","_type":"page","_createdAt":"2026-11-26T18:52:11.733Z","_updatedAt":"2026-11-26T18:52:11.745Z","title":"c"}]}', 'ordered', 0);
INSERT INTO key_values VALUES ('write-token', 'theme', '{"dark":true}');
INSERT INTO webhook_deliveries VALUES (1, 'site', 4, 'a', '{"_id":"a","title":"二"}', 1, 1795719131991, 1795719131705);
INSERT INTO webhook_deliveries VALUES (2, 'site', 5, 'b', '', 0, 0, 1795719131733);
INSERT INTO settings VALUES ('datasetId', '637d6c636c5468bf3808aecf7ec1687d');
PRAGMA user_version = 6;
