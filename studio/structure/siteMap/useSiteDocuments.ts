import type {MutationEvent, SanityClient, WelcomeEvent} from '@sanity/client'
import {useEffect, useState} from 'react'
import {concatMap, map, type Observable, of, ReplaySubject, scan, share, switchMap, timer} from 'rxjs'
import {useClient} from 'sanity'
import {apiVersion} from '../../../sanity/env.ts'
import type {ContentDocument} from '../../../sanity/health/documents.ts'

type Documents = ReadonlyMap<string, ContentDocument>
type Change = (documents: Documents) => Documents

/** What editors write, and the pictures they upload; not what the platform keeps for itself. */
const query = '*[!(_type match "system.*") && !(_type in ["sanity.previewUrlSecret", "sanity.fileAsset"])]'
const watched = new Map<string, Observable<ContentDocument[]>>()

/**
 * Every document as it is now, drafts and published ones beside each other: read once, then kept up by what changes.
 * All who watch share one stream, which outlives a change of screens by a little.
 */
function watchDocuments(client: SanityClient): Observable<ContentDocument[]> {
  const {projectId, dataset} = client.config()
  const key = `${projectId}:${dataset}`
  const running = watched.get(key)
  if (running) return running
  const stream = follow(client).pipe(
    share({connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(60_000)}),
  )
  watched.set(key, stream)
  return stream
}

function follow(client: SanityClient): Observable<ContentDocument[]> {
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
        // Each new connection reads anew: what changed in between was not heard.
        event.type === 'welcome' ? read().pipe(map(startWith)) : of(changeOf(event)),
      ),
      scan((documents: Documents, change: Change) => change(documents), new Map()),
      map((documents) => [...documents.values()]),
      // Not while someone types: the preview, which shares this thread, comes first.
      switchMap((documents, index) => timer(index === 0 ? 0 : 500).pipe(map(() => documents))),
    )
}

function startWith(documents: ContentDocument[]): Change {
  return () => new Map(documents.map((document) => [document._id, document]))
}

function changeOf(event: MutationEvent | Exclude<{type: string}, WelcomeEvent>): Change {
  return (documents) => {
    if (!('documentId' in event)) return documents
    const next = new Map(documents)
    if (event.transition === 'disappear' || event.result === undefined) next.delete(event.documentId)
    else next.set(event.documentId, {...event.result})
    return next
  }
}

/** Every document as it is now, undefined until they have been read. */
export function useSiteDocuments(): readonly ContentDocument[] | undefined {
  const client = useClient({apiVersion})
  const [documents, setDocuments] = useState<readonly ContentDocument[]>()
  useEffect(() => {
    const subscription = watchDocuments(client).subscribe({next: setDocuments, error: () => setDocuments([])})
    return () => subscription.unsubscribe()
  }, [client])
  return documents
}
