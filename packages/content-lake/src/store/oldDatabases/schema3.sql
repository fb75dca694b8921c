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
    before TEXT,
    after TEXT,
    mutations TEXT NOT NULL,
    effects TEXT NOT NULL,
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
INSERT INTO documents VALUES ('a', 'page', '{"_id":"a","_type":"page","_rev":"ordered","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.270Z","title":"三","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}');
INSERT INTO transactions VALUES (1, 'created', '2026-11-26T18:52:10.130Z', 'write-token', 'WUrTxKxHWboZosMGTh2wW-xGN-oRVOAjyL_jiB2UxTU', NULL);
INSERT INTO transactions VALUES (2, 'edited', '2026-11-26T18:52:10.149Z', 'write-token', 'WOfXg463L8ZiL6Ba2fDQu1vQxWJRk4GiZk3ZacvYxRc', NULL);
INSERT INTO transactions VALUES (3, 'edited-more', '2026-11-26T18:52:10.206Z', 'write-token', 'tpIZRTfxuL95U3lfaWj1WitN_igTrF2DG0BUKzG3m0A', NULL);
INSERT INTO transactions VALUES (4, 'published', '2026-11-26T18:52:10.234Z', 'write-token', 'cdWpoiMmguLH4GHM14BVKlVkAuN0ubloVV1BkhApGeU', NULL);
INSERT INTO transactions VALUES (5, 'other', '2026-11-26T18:52:10.258Z', 'write-token', '9i63gD2EGG4qg6SVCEQbE6xl3fqRyExYruXNg694B9c', NULL);
INSERT INTO transactions VALUES (6, 'ordered', '2026-11-26T18:52:10.270Z', 'write-token', 'Z7l4pMW8y4_t1sVCbaL4vhrZHdI-tIZAwLTRvUiE6Ho', NULL);
INSERT INTO transactions VALUES (7, 'deleted', '2026-11-26T18:52:10.278Z', 'write-token', 'evBVyu94ejz6h-ctdyPM5bc0eiu7ZeU2n-a6VbhIhqQ', NULL);
INSERT INTO transaction_documents VALUES (1, 'drafts.a', NULL, '{"_id":"drafts.a","_type":"page","_rev":"created","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.130Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}', '[{"create":{"_id":"drafts.a","_type":"page","_rev":"created","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.130Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}]', '{"apply":[0,{"_id":"drafts.a","_type":"page","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.130Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}],"revert":[0,null]}');
INSERT INTO transaction_documents VALUES (2, 'drafts.a', '{"_id":"drafts.a","_type":"page","_rev":"created","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.130Z","title":"一","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}', '{"_id":"drafts.a","_type":"page","_rev":"edited","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.149Z","title":"二","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}', '[{"patch":{"id":"drafts.a","set":{"title":"二"}}}]', '{"apply":[1,6,3,2,23,0,21,22,"49",23,23,24,15,6,5,0,"二",15],"revert":[1,6,3,2,23,0,21,22,"30",23,23,24,15,6,5,0,"一",15]}');
INSERT INTO transaction_documents VALUES (3, 'drafts.a', '{"_id":"drafts.a","_type":"page","_rev":"edited","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.149Z","title":"二","text":"内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}', '{"_id":"drafts.a","_type":"page","_rev":"edited-more","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.206Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}', '[{"patch":{"id":"drafts.a","set":{"text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}}]', '{"apply":[1,6,3,2,23,0,20,22,"206",23,23,24,15,6,4,2,22,"新",23,0,360,15],"revert":[1,6,3,2,23,0,20,22,"149",23,23,24,15,6,4,2,23,3,363,15]}');
INSERT INTO transaction_documents VALUES (4, 'a', NULL, '{"_id":"a","_type":"page","_rev":"published","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.234Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}', '[{"create":{"_id":"a","_type":"page","_rev":"published","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.234Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}}]', '{"apply":[0,{"_id":"a","_type":"page","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.234Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}],"revert":[0,null]}');
INSERT INTO transaction_documents VALUES (4, 'drafts.a', '{"_id":"drafts.a","_type":"page","_rev":"edited-more","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.206Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}', NULL, '[{"delete":{"id":"drafts.a"}}]', '{"apply":[0,null],"revert":[0,{"_id":"drafts.a","_type":"page","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.206Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}]}');
INSERT INTO transaction_documents VALUES (5, 'b', NULL, '{"_id":"b","_type":"page","_rev":"other","_createdAt":"2026-11-26T18:52:10.258Z","_updatedAt":"2026-11-26T18:52:10.258Z","title":"B"}', '[{"create":{"_id":"b","_type":"page","_rev":"other","_createdAt":"2026-11-26T18:52:10.258Z","_updatedAt":"2026-11-26T18:52:10.258Z","title":"B"}}]', '{"apply":[0,{"_id":"b","_type":"page","_createdAt":"2026-11-26T18:52:10.258Z","_updatedAt":"2026-11-26T18:52:10.258Z","title":"B"}],"revert":[0,null]}');
INSERT INTO transaction_documents VALUES (6, 'b', '{"_id":"b","_type":"page","_rev":"other","_createdAt":"2026-11-26T18:52:10.258Z","_updatedAt":"2026-11-26T18:52:10.258Z","title":"B"}', '{"_id":"b","_type":"page","_rev":"ordered","_createdAt":"2026-11-26T18:52:10.258Z","_updatedAt":"2026-11-26T18:52:10.270Z","title":"c"}', '[{"patch":{"id":"b","set":{"title":"b"}}},{"patch":{"id":"b","set":{"title":"c"}}}]', '{"apply":[1,6,3,2,23,0,21,22,"70",23,23,24,15,6,4,0,"c",15],"revert":[1,6,3,2,23,0,21,22,"58",23,23,24,15,6,4,0,"B",15]}');
INSERT INTO transaction_documents VALUES (6, 'a', '{"_id":"a","_type":"page","_rev":"published","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.234Z","title":"二","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}', '{"_id":"a","_type":"page","_rev":"ordered","_createdAt":"2026-11-26T18:52:10.130Z","_updatedAt":"2026-11-26T18:52:10.270Z","title":"三","text":"新内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验内容与试验"}', '[{"patch":{"id":"a","set":{"title":"三"}}}]', '{"apply":[1,6,3,2,23,0,21,22,"70",23,23,24,15,6,5,0,"三",15],"revert":[1,6,3,2,23,0,21,22,"34",23,23,24,15,6,5,0,"二",15]}');
INSERT INTO transaction_documents VALUES (7, 'b', '{"_id":"b","_type":"page","_rev":"ordered","_createdAt":"2026-11-26T18:52:10.258Z","_updatedAt":"2026-11-26T18:52:10.270Z","title":"c"}', NULL, '[{"delete":{"id":"b"}}]', '{"apply":[0,null],"revert":[0,{"_id":"b","_type":"page","_createdAt":"2026-11-26T18:52:10.258Z","_updatedAt":"2026-11-26T18:52:10.270Z","title":"c"}]}');
INSERT INTO key_values VALUES ('write-token', 'theme', '{"dark":true}');
INSERT INTO webhook_deliveries VALUES (1, 'site', 4, 'a', '{"_id":"a","title":"二"}', 1, 1795719130517, 1795719130234);
INSERT INTO webhook_deliveries VALUES (2, 'site', 5, 'b', '', 0, 0, 1795719130258);
INSERT INTO settings VALUES ('datasetId', '85c58bce377abfd896c44c096b6e7771');
PRAGMA user_version = 3;
