import type {DatabaseSync} from 'node:sqlite'

/** No user has this name, so nobody can read it as a user's settings. */
const OWNER = '\0lake'

/** Small things that have to outlive a restart. */
export class Notes {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  read(name: string): string | undefined {
    const row = this.#database.prepare('SELECT value FROM key_values WHERE user = ? AND key = ?').get(OWNER, name)
    return row ? String(row.value) : undefined
  }

  write(name: string, value: string): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO key_values (user, key, value) VALUES (?, ?, ?)')
      .run(OWNER, name, value)
  }
}
