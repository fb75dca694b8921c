import type {MutationEvent, SanityClient, WelcomeEvent} from '@sanity/client'
import {useEffect, useState} from 'react'
import {concatMap, map, type Observable, of, ReplaySubject, scan, share, switchMap, timer} from 'rxjs'
import {useClient} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import type {ContentDocument} from '../../sanity/health/documents.ts'

type Documents = ReadonlyMap<string, ContentDocument>
type Change = (documents: Documents) => Documents

/** Editors' documents and uploaded pictures, no system documents. */
const query = '*[!(_type match "system.*") && !(_type in ["sanity.previewUrlSecret", "sanity.fileAsset"])]'
const streams = new Map<string, Observable<ContentDocument[]>>()

/**
 * Streams all documents, drafts and published: fetched once, then updated by mutations. Subscribers share one stream, which
 * stays open for a minute without any.
 */
function streamDocuments(client: SanityClient): Observable<ContentDocument[]> {
  const {projectId, dataset} = client.config()
  const key = `${projectId}:${dataset}`
  const running = streams.get(key)
  if (running) return running
  const stream = listenToDocuments(client).pipe(
    share({connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(60_000)}),
  )
  streams.set(key, stream)
  return stream
}

function listenToDocuments(client: SanityClient): Observable<ContentDocument[]> {
  const raw = client.withConfig({perspective: 'raw', useCdn: false})
  const read = () => raw.observable.fetch<ContentDocument[]>(query)
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
      // Debounced while someone types: the preview shares this thread.
      switchMap((documents, index) => timer(index === 0 ? 0 : 500).pipe(map(() => documents))),
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
  const client = useClient({apiVersion})
  const [documents, setDocuments] = useState<readonly ContentDocument[]>()
  useEffect(() => {
    const subscription = streamDocuments(client).subscribe({next: setDocuments, error: () => setDocuments([])})
    return () => subscription.unsubscribe()
  }, [client])
  return documents
}
