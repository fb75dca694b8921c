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
    merged_into INTEGER REFERENCES transactions (seq)
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
INSERT INTO documents VALUES ('a', 'page', '{"_id":"a","_type":"page","_rev":"ordered","_createdAt":"2026-11-26T19:01:26.210Z","_updatedAt":"2026-11-26T19:01:27.149Z","title":"三","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}');
INSERT INTO transactions VALUES (1, 'created', '2026-11-26T19:01:26.210Z', 'write-token', 'WUrTxKxHWboZosMGTh2wW-xGN-oRVOAjyL_jiB2UxTU', NULL);
INSERT INTO transactions VALUES (2, 'edited', '2026-11-26T19:01:26.529Z', 'write-token', 'WOfXg463L8ZiL6Ba2fDQu1vQxWJRk4GiZk3ZacvYxRc', NULL);
INSERT INTO transactions VALUES (3, 'edited-more', '2026-11-26T19:01:26.683Z', 'write-token', 'tpIZRTfxuL95U3lfaWj1WitN_igTrF2DG0BUKzG3m0A', NULL);
INSERT INTO transactions VALUES (4, 'published', '2026-11-26T19:01:26.887Z', 'write-token', '6n1-L5ExYpGsOojLsG1iNlpO0U6pDeMFPOeeN5Msfk8', NULL);
INSERT INTO transactions VALUES (5, 'other', '2026-11-26T19:01:27.116Z', 'write-token', '9i63gD2EGG4qg6SVCEQbE6xl3fqRyExYruXNg694B9c', NULL);
INSERT INTO transactions VALUES (6, 'ordered', '2026-11-26T19:01:27.149Z', 'write-token', 'Z7l4pMW8y4_t1sVCbaL4vhrZHdI-tIZAwLTRvUiE6Ho [{"id":"b","operation":"update"},{"id":"a","operation":"update"},{"id":"b","operation":"update"}]', NULL);
INSERT INTO transactions VALUES (7, 'deleted', '2026-11-26T19:01:27.165Z', 'write-token', 'evBVyu94ejz6h-ctdyPM5bc0eiu7ZeU2n-a6VbhIhqQ', NULL);
INSERT INTO transaction_documents VALUES (1, 'drafts.a', X'0128B52FFD600201150400E2C71C25902B8D01A8EDEE8C5012EAA773796F5DB6CB04441E35B57B76272348807EDF8634BBFE41098E25950DE5A2995015C692814432E7BBD07DFDA0AA733D6CB4514ABCD703D6DC03B96C2C014D0039A7350772CC9D6FE0BD8EBA5027C2B942A7F75A0D503A5789B1EF357C105B80533C8FD1BB110300B492A93E5E8A3CB25BA0', '[{"create":{"_id":"drafts.a","_type":"page","_rev":"created","_createdAt":"2026-11-26T19:01:26.210Z","_updatedAt":"2026-11-26T19:01:26.210Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}]', '{"apply":[0,{"_id":"drafts.a","_type":"page","_createdAt":"2026-11-26T19:01:26.210Z","_updatedAt":"2026-11-26T19:01:26.210Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}],"revert":[0,null]}', NULL, 0);
INSERT INTO transaction_documents VALUES (2, 'drafts.a', X'020000290D656469746564222C225F6372655F243D5F757064617465644174223A22323032362D31312D32365431393A30313A32362E3532395A222C227469746C65223A22E4BA8C222C2274657874223A229F02E101009F02870102227D0000', '[{"patch":{"id":"drafts.a","set":{"title":"二"}}}]', '{"apply":[1,6,3,2,23,0,20,22,"529",23,23,24,15,6,5,0,"二",15],"revert":[1,6,3,2,23,0,20,22,"210",23,23,24,15,6,5,0,"一",15]}', 'created', 1);
INSERT INTO transaction_documents VALUES (3, 'drafts.a', X'0200002F052D6D6F72652F4C1F3638335A222C227469746C65223A22E4BA8C222C2274657874223A22E696B08002FF010080026902227D0000', '[{"patch":{"id":"drafts.a","set":{"text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}}]', '{"apply":[1,6,3,2,23,0,20,22,"683",23,23,24,15,6,4,2,22,"新",23,0,360,15],"revert":[1,6,3,2,23,0,20,22,"529",23,23,24,15,6,4,2,23,3,363,15]}', 'edited', 2);
INSERT INTO transaction_documents VALUES (4, 'a', X'0128B52FFD600001650400A2C81F27806B3A802813F4724C3818E8012EA5C2818A94E69D112A9A6DE984F274C5CD43F7DD77B62173468E5F948EC4C28960B04C257B40B2CB64F37D2FB8AFBF34D8F74CF5D4D747010892D38AD747CD3D007CEBDA0A1C01BEC7B907BEF6BEEF81E496B832C4EB2523121355B0E6F70AAEE2F57C90E6F73C191DAF97BE97537C230200B692A9166DDD2A0A', '[{"create":{"_id":"a","_type":"page","_rev":"published","_createdAt":"2026-11-26T19:01:26.210Z","_updatedAt":"2026-11-26T19:01:26.887Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}]', '{"apply":[0,{"_id":"a","_type":"page","_createdAt":"2026-11-26T19:01:26.210Z","_updatedAt":"2026-11-26T19:01:26.887Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}],"revert":[0,null]}', NULL, 0);
INSERT INTO transaction_documents VALUES (4, 'drafts.a', NULL, '[{"delete":{"id":"drafts.a"}}]', '{"apply":[0,null],"revert":[0,{"_id":"drafts.a","_type":"page","_createdAt":"2026-11-26T19:01:26.210Z","_updatedAt":"2026-11-26T19:01:26.683Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}]}', 'edited-more', 0);
INSERT INTO transaction_documents VALUES (5, 'b', '{"_id":"b","_type":"page","_rev":"other","_createdAt":"2026-11-26T19:01:27.116Z","_updatedAt":"2026-11-26T19:01:27.116Z","title":"B"}', '[{"create":{"_id":"b","_type":"page","_rev":"other","_createdAt":"2026-11-26T19:01:27.116Z","_updatedAt":"2026-11-26T19:01:27.116Z","title":"B"}}]', '{"apply":[0,{"_id":"b","_type":"page","_createdAt":"2026-11-26T19:01:27.116Z","_updatedAt":"2026-11-26T19:01:27.116Z","title":"B"}],"revert":[0,null]}', NULL, 0);
INSERT INTO transaction_documents VALUES (6, 'b', '{"_id":"b","_type":"page","_rev":"ordered","_createdAt":"2026-11-26T19:01:27.116Z","_updatedAt":"2026-11-26T19:01:27.149Z","title":"c"}', '[{"patch":{"id":"b","set":{"title":"b"}}},{"patch":{"id":"b","set":{"title":"c"}}}]', '{"apply":[1,6,3,2,23,0,21,22,"49",23,23,24,15,6,4,0,"c",15],"revert":[1,6,3,2,23,0,21,22,"16",23,23,24,15,6,4,0,"B",15]}', 'other', 0);
INSERT INTO transaction_documents VALUES (6, 'a', X'02000022056F72646572294C21372E3134395A222C227469746C65223A22E4B889222C2274657874223A22E696B0FF01FF0100FF016902227D0000', '[{"patch":{"id":"a","set":{"title":"三"}}}]', '{"apply":[1,6,3,2,23,0,18,22,"7.149",23,23,24,15,6,5,0,"三",15],"revert":[1,6,3,2,23,0,18,22,"6.887",23,23,24,15,6,5,0,"二",15]}', 'published', 1);
INSERT INTO transaction_documents VALUES (7, 'b', NULL, '[{"delete":{"id":"b"}}]', '{"apply":[0,null],"revert":[0,{"_id":"b","_type":"page","_createdAt":"2026-11-26T19:01:27.116Z","_updatedAt":"2026-11-26T19:01:27.149Z","title":"c"}]}', 'ordered', 0);
INSERT INTO key_values VALUES ('write-token', 'theme', '{"dark":true}');
INSERT INTO webhook_deliveries VALUES (1, 'site', 4, 'a', '{"_id":"a","title":"二"}', 1795719686900);
INSERT INTO webhook_deliveries VALUES (2, 'site', 5, 'b', '', 1795719687117);
INSERT INTO settings VALUES ('datasetId', 'ddd1aff521ab57048275d79e77b246ef');
PRAGMA user_version = 7;
