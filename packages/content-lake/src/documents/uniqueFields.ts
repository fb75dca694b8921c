import type {DatabaseSync} from 'node:sqlite'
import {isPublicId} from '../documentIds.ts'
import {ChangeStates} from '../store/ChangeStates.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import {inTransaction} from '../store/openDatabase.ts'
import type {JsonValue, LakeDocument, Transaction, UniqueRule} from '../types.ts'
import {invalid, TransactionError} from './TransactionError.ts'
import type {Workspace, WorkspaceChange} from './Workspace.ts'

type KeyedRule = UniqueRule & {key: string}

/**
 * Enforces values that no two published documents of a type may share, such as slugs, inside the commit. Drafts and
 * versions may hold any value. Documents that shared one before the rule existed may still be edited.
 */
export function createUniqueFields(given: readonly UniqueRule[], store: DocumentStore, database: DatabaseSync) {
  const rules = given.map((rule): KeyedRule => ({...rule, key: `${rule.type}: ${rule.fields.toSorted().join(', ')}`}))
  const keep = database.prepare('INSERT OR IGNORE INTO kept_values (rule, value, document_id) VALUES (?, ?, ?)')
  const keeper = database.prepare('SELECT document_id FROM kept_values WHERE rule = ? AND value = ?')
  for (const rule of rules) if (rule.keep) keepEarlier(rule)

  /** Throws TransactionError for a value that belongs, or is kept, to another document. */
  function check(workspace: Workspace): void {
    for (const rule of rules) {
      const taking = workspace.changes.flatMap((change) => {
        workspace.step = change.step
        const values = newValues(change, rule)
        return values.length > 0 ? [{change, values}] : []
      })
      if (taking.length === 0) continue
      const holders = holdersOf(rule, workspace)
      for (const {change, values} of taking) {
        workspace.step = change.step
        for (const value of values) {
          const held = holders.get(value)?.find(({id}) => id !== change.id)
          const kept = rule.keep ? keeper.get(rule.key, value)?.document_id : undefined
          if (held) throw taken(rule, value, change.id, held.id)
          if (kept !== undefined && kept !== change.id) throw taken(rule, value, change.id, String(kept), true)
        }
      }
    }
  }

  /** Records kept values, in the database transaction of the commit; those of before, as the rule may have been away. */
  function record({changes}: Transaction): void {
    for (const rule of rules) {
      if (!rule.keep) continue
      for (const {before, after} of changes) {
        if (before) note(rule, before)
        if (after) note(rule, after)
      }
    }
  }

  function note(rule: KeyedRule, document: LakeDocument): void {
    for (const value of valuesOf(document, rule)) keep.run(rule.key, value, document._id)
  }

  /** The ids of published documents after the transaction, by value. */
  function holdersOf(rule: UniqueRule, workspace: Workspace): Map<string, {value: string; id: string}[]> {
    const touched = new Map(workspace.changes.map(({id, after}) => [id, after]))
    const others = Array.from(store.all()).filter(({_id}) => !touched.has(_id))
    const documents = [...others, ...Array.from(touched.values()).filter((after) => after !== null)]
    const held = documents.flatMap((document) => valuesOf(document, rule).map((value) => ({value, id: document._id})))
    return Map.groupBy(held, ({value}) => value)
  }

  /** On the first start with a rule: also keeps the values in the history, earliest document first. */
  function keepEarlier(rule: KeyedRule): void {
    const marker = `kept ${rule.key}`
    if (database.prepare('SELECT 1 FROM settings WHERE key = ?').get(marker)) return
    inTransaction(database, () => {
      const published = [...store.all()].toSorted((one, other) => (one._createdAt < other._createdAt ? -1 : 1))
      for (const document of published) note(rule, document)
      const held = heldInHistory(rule, database).toSorted((one, other) => one.seq - other.seq)
      for (const {value, documentId} of held) keep.run(rule.key, value, documentId)
      database.prepare("INSERT INTO settings (key, value) VALUES (?, '')").run(marker)
    })
  }

  return {check, record}
}

/** Values of published documents in the history. Document by document, as states are differences to those before. */
function heldInHistory(rule: UniqueRule, database: DatabaseSync): {value: string; documentId: string; seq: number}[] {
  const states = new ChangeStates(database)
  const rows = database
    .prepare(
      `SELECT document_id, seq FROM transaction_documents
       WHERE after IS NOT NULL AND document_id NOT GLOB '*.*' ORDER BY document_id, seq`,
    )
    .all()
  return rows.flatMap((row) => {
    const [documentId, seq] = [String(row.document_id), Number(row.seq)]
    const state = states.after(documentId, seq)
    return state ? valuesOf(state, rule).map((value) => ({value, documentId, seq})) : []
  })
}

/** Limits of what one document takes: each value is looked up, and perhaps kept for ever. docs/limits.md lists them. */
const MAX_VALUES = 1000
const MAX_LENGTH = 1000

function newValues({before, after}: WorkspaceChange, rule: UniqueRule): string[] {
  if (!after) return []
  const had = new Set(before ? valuesOf(before, rule) : [])
  const added = valuesOf(after, rule).filter((value) => !had.has(value))
  const place = `${rule.fields.join(' or ')} of document "${after._id}"`
  if (added.length > 0 && had.size + added.length > MAX_VALUES) {
    throw invalid(`There are more than ${MAX_VALUES} values in ${place}`)
  }
  if (added.some(({length}) => length > MAX_LENGTH)) {
    throw invalid(`There is a value of more than ${MAX_LENGTH} characters in ${place}`)
  }
  return added
}

/** Empty for all that is not public, and for other types. */
function valuesOf(document: LakeDocument, {type, fields}: UniqueRule): string[] {
  if (document._type !== type || !isPublicId(document._id)) return []
  return [...new Set(fields.flatMap((field) => valuesAt(document, field.split('.'))))]
}

/** Lists on the path are flattened. */
function valuesAt(value: JsonValue | undefined, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [name, ...rest] = path
  if (name === undefined) {
    return typeof value === 'string' || typeof value === 'number' ? [comparable(value)].filter(Boolean) : []
  }
  return typeof value === 'object' && value !== null ? valuesAt(value[name], rest) : []
}

/** Normalizes a value: case, width, surrounding blanks and invisible characters do not count. */
function comparable(value: string | number): string {
  return String(value)
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toLowerCase()
}

function taken(
  {fields, type, message}: UniqueRule,
  value: string,
  id: string,
  holder: string,
  isKept = false,
): TransactionError {
  const place = `"${value}" in ${fields.join(' or ')} of "${id}"`
  const reason = isKept ? `was that of the ${type} "${holder}" and stays its own` : `is that of the ${type} "${holder}"`
  const description = `${message ? `${message} ` : ''}${place} ${reason}`
  return new TransactionError(409, 'uniqueFieldError', description, {id, value, holder, fields})
}
