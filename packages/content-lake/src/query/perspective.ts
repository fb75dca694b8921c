import {draftIdOf, isDraftId, isPublicId, isVersionId, publishedIdOf, versionIdOf} from '../documentIds.ts'
import {unauthorized} from '../errors.ts'
import {isRecord} from '../json.ts'
import {LruCache} from '../LruCache.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import type {Identity, LakeDocument, Perspective} from '../types.ts'
import {DocumentView} from './DocumentView.ts'
import {OutOfBudget, StepBudget} from './limits/StepBudget.ts'
import {presentDocument} from './presentDocument.ts'

/** The first API version whose queries see published documents unless they ask for more. */
const PUBLISHED_BY_DEFAULT = '2025-02-19'

/** `raw` for `v1` and dates before 2025-02-19, else `published`. */
export function defaultPerspective(version: string): Perspective {
  const date = version.replace(/^v/, '')
  return date === 'X' || date >= PUBLISHED_BY_DEFAULT ? 'published' : 'raw'
}

/** The versions to look for, in order, `published` last; undefined for `raw`. */
function stackOf(perspective: Perspective): string[] | undefined {
  const names = typeof perspective === 'string' ? [perspective] : perspective
  if (names.includes('raw')) return undefined
  const stack = names.map((name) => (name === 'previewDrafts' ? 'drafts' : name)).filter((name) => name !== 'published')
  return [...stack, 'published']
}

/** CPU time in which a commit refreshes views; the others are rebuilt when a query needs them. */
const REFRESH_MS = 200

type IsVisible = (stored: LakeDocument) => boolean

/** The documents that an identity may read; undefined for all. */
interface Permissions {
  readPermissions(identity: Identity): {key: string; canRead: IsVisible} | undefined
}

/** The views of a store by perspective and permissions, created lazily and updated by every commit. */
export class Views {
  readonly #store: DocumentStore
  readonly #roles: Permissions
  readonly #baseUrl: () => string
  readonly #views = new LruCache<string, {documents: DocumentView; refresh(ids: readonly string[]): void}>(16)

  constructor(store: DocumentStore, roles: Permissions, baseUrl: () => string) {
    this.#store = store
    this.#roles = roles
    this.#baseUrl = baseUrl
    store.onChange((ids) => {
      // Those that were asked last come first.
      const time = new StepBudget(REFRESH_MS, {stepsPerLook: 1})
      const failed = Array.from(this.#views.entries())
        .reverse()
        .flatMap(([key, view]) => {
          try {
            time.step()
            view.refresh(ids)
            return []
          } catch (error) {
            // Recreated when a query next needs it.
            this.#views.delete(key)
            return error instanceof OutOfBudget ? [] : error
          }
        })
      if (failed.length > 0) throw new Error(failed.map(String).join(', '))
    })
  }

  /** The documents readable for an identity in a perspective. Throws 401 for drafts without read rights. */
  get(perspective: Perspective, identity: Identity): DocumentView {
    // A release without versions changes nothing, so it needs no view of its own.
    const stack = stackOf(perspective)?.filter(
      (name) => KEPT.includes(name) || this.#store.unpublishedIn(name) !== undefined,
    )
    if (identity.rights !== 'none') {
      const permissions = this.#roles.readPermissions(identity)
      const key = `${stack?.join() ?? 'raw'} ${permissions?.key ?? ''}`
      return this.#view(key, stack, permissions?.canRead ?? (() => true))
    }
    if ((stackOf(perspective)?.length ?? 0) > 1)
      throw unauthorized(`The perspective ${perspective} needs a token with read access`)
    return this.#view('public', ['published'], ({_id}) => isPublicId(_id))
  }

  /** Drops all views, as permissions have changed. */
  clear(): void {
    this.#views.clear()
  }

  #view(key: string, stack: string[] | undefined, isVisible: IsVisible): DocumentView {
    const cached = this.#views.get(key)
    if (cached) return cached.documents
    const idOf = stack ? publishedIdOf : (id: string) => id
    const visible = (id: string): LakeDocument | undefined => this.#resolve(id, stack, isVisible)
    const ids = new Set(Array.from(this.#store.all(), ({_id}) => idOf(_id)))
    const documents = new DocumentView(
      Array.from(ids).flatMap((id) => visible(id) ?? []),
      this.#store,
    )
    const refresh = (changed: readonly string[]): void => {
      documents.update(new Map(changed.map((id) => [idOf(id), visible(idOf(id))])))
    }
    this.#views.set(key, {documents, refresh})
    return documents
  }

  /** The first readable version of a document in the stack, unless it marks a deletion. */
  #resolve(id: string, stack: string[] | undefined, isVisible: IsVisible): LakeDocument | undefined {
    const baseUrl = this.#baseUrl()
    if (!stack) {
      const stored = this.#store.get(id)
      return stored && isVisible(stored) ? presentDocument(stored, {baseUrl}) : undefined
    }
    if (isDraftId(id) || isVersionId(id)) return undefined
    for (const name of stack) {
      if (name !== 'published' && !this.#store.unpublishedIn(name)?.has(id)) continue
      const stored = this.#store.get(versionId(id, name))
      if (stored && isVisible(stored))
        return isUnpublishing(stored) ? undefined : presentDocument(stored, {publishedId: id, baseUrl})
    }
    return undefined
  }
}

/** Names that every lake uses: otherwise the first draft would rebuild their views. */
const KEPT = ['drafts', 'published']

function versionId(publishedId: string, name: string): string {
  if (name === 'published') return publishedId
  return name === 'drafts' ? draftIdOf(publishedId) : versionIdOf(publishedId, name)
}

/** Returns whether a version says that publishing it unpublishes the document. */
export const isUnpublishing = ({_system}: LakeDocument): boolean => isRecord(_system) && _system.delete === true
