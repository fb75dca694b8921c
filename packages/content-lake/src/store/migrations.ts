/**
 * Each entry takes the database from one schema version to the next; entries are never changed once released.
 * `PRAGMA user_version` counts how many have run.
 */
export const migrations: readonly string[] = [
  `
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
  );
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
  INSERT INTO settings (key, value) VALUES ('datasetId', lower(hex(randomblob(16))));
  `,
  // Tells a transaction that is sent again from another one under the same id.
  'ALTER TABLE transactions ADD COLUMN digest TEXT;',
  // Edits that were merged into a later one: their revisions lead there.
  `
  ALTER TABLE transactions ADD COLUMN merged_into INTEGER REFERENCES transactions (seq);
  CREATE INDEX transactions_merged ON transactions (merged_into) WHERE merged_into IS NOT NULL;
  `,
  // The state before is the one that the change before has left; of it only the revision is kept (null: it was not there).
  // States, mutations and effects may be packed; `chain`: how many states lie between this and one that is whole.
  `
  ALTER TABLE transaction_documents ADD COLUMN previous_rev TEXT;
  ALTER TABLE transaction_documents ADD COLUMN chain INTEGER NOT NULL DEFAULT 0;
  UPDATE transaction_documents SET previous_rev = coalesce(json_extract(before, '$._rev'), '') WHERE before IS NOT NULL;
  ALTER TABLE transaction_documents DROP COLUMN before;
  `,
  // Sessions by the hash of what their browser holds, and wrong passwords by hashes of account and network.
  `
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
  DELETE FROM key_values WHERE user = char(0) || 'lake' AND key IN ('logins', 'sessions-since', 'sessions-ended');
  `,
  // Values of unique fields, each with the document that it stays with.
  `
  CREATE TABLE kept_values (
    rule TEXT NOT NULL,
    value TEXT NOT NULL,
    document_id TEXT NOT NULL,
    PRIMARY KEY (rule, value)
  );
  `,
  // How often a delivery failed counts within a run: after a restart it is tried at once.
  `
  ALTER TABLE webhook_deliveries DROP COLUMN attempts;
  ALTER TABLE webhook_deliveries DROP COLUMN next_attempt_at;
  `,
]
