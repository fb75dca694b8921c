import type {MutationEvent, SanityClient, WelcomeEvent} from '@sanity/client'
import {useEffect, useMemo, useState, useSyncExternalStore} from 'react'
import {
  BehaviorSubject,
  concatMap,
  connect,
  distinctUntilChanged,
  map,
  merge,
  type Observable,
  of,
  ReplaySubject,
  retry,
  scan,
  share,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs'
import {useClient} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {
  type ContentDocument,
  inPerspective,
  pagesShowing,
  perspectiveBeside,
  publishedId,
} from '../../sanity/health/contentDocuments.ts'
import {reasonOf} from '../lake/reasonOf.ts'
import {settle} from '../lake/settle.ts'
import {reopenPause} from '../lake/useLiveQuery.ts'

type Documents = ReadonlyMap<string, ContentDocument>
type Change = (documents: Documents) => Documents

/** Editors' documents and uploaded pictures, no system documents. */
const query = '*[!(_type match "system.*") && !(_type in ["sanity.previewUrlSecret", "sanity.fileAsset"])]'

/** Why the last reading failed, in the editor's language. */
const problem = new BehaviorSubject<string | undefined>(undefined)

/** The workspace's client, set by `useSiteDocumentsClient`: Sanity hands none to the preview's resolvers. */
const clients = new ReplaySubject<SanityClient>(1)

/**
 * All documents, drafts and published: fetched once, then updated by mutations. Subscribers share one stream, which stays
 * open for a minute without any. After a failure it is opened again, and its last documents stay.
 */
export const siteDocuments: Observable<readonly ContentDocument[]> = clients.pipe(
  distinctUntilChanged(),
  switchMap(listenToDocuments),
  share({connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(60_000)}),
)

/** Provides the client of `siteDocuments`. Called once, by the Studio's layout. */
export function useSiteDocumentsClient(): void {
  const client = useClient({apiVersion})
  useEffect(() => clients.next(client), [client])
}

function listenToDocuments(client: SanityClient): Observable<ContentDocument[]> {
  const raw = client.withConfig({perspective: 'raw', useCdn: false})
  const read = () =>
    raw.observable
      .fetch<ContentDocument[]>(query)
      .pipe(tap({next: () => problem.next(undefined), error: (error) => problem.next(reasonOf(error))}))
  return raw
    .listen(
      query,
      {},
      {events: ['welcome', 'mutation'], includeAllVersions: true, includeResult: true, visibility: 'query'},
    )
    .pipe(
      concatMap((event) =>
        // Refetches after each reconnect, as mutations in between were missed.
        event.type === 'welcome' ? read().pipe(map(replaceAll)) : of(applyMutation(event)),
      ),
      scan((documents: Documents, change: Change) => change(documents), new Map()),
      map((documents) => [...documents.values()]),
      // Debounced while someone types, but for the first ones: the preview shares this thread.
      connect((documents) => merge(documents.pipe(take(1)), documents.pipe(settle(500)))),
      distinctUntilChanged(),
      retry({delay: reopenPause}),
    )
}

function replaceAll(documents: ContentDocument[]): Change {
  return () => new Map(documents.map((document) => [document._id, document]))
}

function applyMutation(event: MutationEvent | Exclude<{type: string}, WelcomeEvent>): Change {
  return (documents) => {
    if (!('documentId' in event)) return documents
    const next = new Map(documents)
    if (event.transition === 'disappear' || event.result === undefined) next.delete(event.documentId)
    else next.set(event.documentId, {...event.result})
    return next
  }
}

/** Returns all documents, kept up to date; undefined until loaded. */
export function useSiteDocuments(): readonly ContentDocument[] | undefined {
  const [documents, setDocuments] = useState<readonly ContentDocument[]>()
  useEffect(() => {
    const subscription = siteDocuments.subscribe(setDocuments)
    return () => subscription.unsubscribe()
  }, [])
  return documents
}

const subscribeToProblem = (onChange: () => void) => {
  const subscription = problem.subscribe(onChange)
  return () => subscription.unsubscribe()
}

/** Returns why the documents could not be read, in the editor's language; undefined once they are. */
export const useSiteDocumentsProblem = (): string | undefined =>
  useSyncExternalStore(subscribeToProblem, () => problem.value)

/**
 * Returns the pages that show a document as they will be with all drafts, and with the release that the id is a version's
 * of; kept up to date, undefined until loaded.
 */
export function usePagesShowing(documentId: string): ContentDocument[] | undefined {
  const documents = useSiteDocuments()
  return useMemo(
    () => documents && pagesShowing(publishedId(documentId), inPerspective(documents, perspectiveBeside(documentId))),
    [documents, documentId],
  )
}
