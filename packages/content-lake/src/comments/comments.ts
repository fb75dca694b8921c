import {isDeepStrictEqual} from 'node:util'
import {mayWrite} from '../access/identities.ts'
import type {Users} from '../access/Users.ts'
import {authorOf, refusal} from '../documents/checkPermissions.ts'
import type {TransactionAuthor} from '../documents/transact.ts'
import {isRecord} from '../json.ts'
import type {StateChange} from '../roles/compileRules.ts'
import type {Roles} from '../roles/Roles.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {Identity, JsonObject, JsonValue, LakeDocument} from '../types.ts'

/** Below the lake's folder: the database of the comments. */
export const COMMENTS_FOLDER = 'comments'

/** The dataset in which the Studio keeps the comments on another one, as hosted Sanity names it. */
export const commentsOf = (dataset: string): string => `${dataset}-comments`

/**
 * Comments quote what they are on, so they are for people who may read everything. Tokens: those that may write, as for an
 * import; the read token is what a site shows previews with.
 */
export const mayReadComments = (identity: Identity, roles: Pick<Roles, 'readPermissions'>): boolean =>
  identity.roles ? roles.readPermissions(identity) === undefined : mayWrite(identity)

export const NO_COMMENTS = 'Comments are for people who may read all content, and for tokens that may write'

/** Types of the documents that the Studio keeps in the dataset. */
const TYPES = ['comment', 'tasks.task']

/**
 * The author of a transaction in the dataset of comments, where grants of roles do not count: everybody may write in
 * their own name, react, resolve and reopen; words and deletion are the author's. Tokens are not restricted.
 */
export function commentAuthorOf(identity: Identity, users: Users, store: DocumentStore): TransactionAuthor {
  return {
    ...authorOf(identity, users, store),
    canRead: () => true,
    *authorize(workspace) {
      if (!identity.roles) return
      for (const change of workspace.changes) {
        workspace.step = change.step
        workspace.spendTime()
        const reason = reasonAgainst(change, identity.id, store)
        if (reason) throw refusal(identity, {id: change.id, permission: 'update', description: reason})
        yield
      }
    },
  }
}

function reasonAgainst({before, after}: StateChange, person: string, store: DocumentStore): string | undefined {
  const author = before ? before.authorId : person
  const isOwn = author === person
  if (!after) return isOwn || mayDeleteAnswer(before, person, store) ? undefined : 'A comment is deleted by its author'
  if (!TYPES.includes(after._type))
    return `There are comments in this dataset, and no documents of type "${after._type}"`
  if (after.authorId !== author) return 'A comment names who writes it as its author'
  if (!isDeepStrictEqual(reactionsOfOthers(before, person), reactionsOfOthers(after, person)))
    return 'A reaction names whose it is'
  if (isOwn || after._type !== 'comment' || isDeepStrictEqual(wordsOf(before), wordsOf(after))) return undefined
  return 'A comment is changed by its author'
}

/** Returns whether somebody may delete an answer because its thread is theirs. The Studio deletes both, in any order. */
function mayDeleteAnswer(before: LakeDocument | null, person: string, store: DocumentStore): boolean {
  if (typeof before?.parentCommentId !== 'string') return false
  const first = store.get(before.parentCommentId)
  return first === undefined || first.authorId === person
}

function reactionsOfOthers(document: LakeDocument | null, person: string): JsonValue[] {
  const reactions = Array.isArray(document?.reactions) ? document.reactions : []
  return reactions.filter((reaction) => !isRecord(reaction) || reaction.userId !== person)
}

/**
 * The part of a comment that only its author changes: without status, reactions and position in a text that is edited.
 */
function wordsOf(document: JsonObject | null) {
  const {_rev, _updatedAt, status, reactions, target, ...words} = document ?? {}
  const {path, ...rest} = isRecord(target) ? target : {}
  const {selection, ...place} = isRecord(path) ? path : {}
  return {...words, target: {...rest, path: place}}
}
