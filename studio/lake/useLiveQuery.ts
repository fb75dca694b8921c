import type {MutationEvent, SanityClient} from '@sanity/client'
import {useEffect, useState} from 'react'
import {
  audit,
  BehaviorSubject,
  catchError,
  concatMap,
  filter,
  finalize,
  map,
  merge,
  of,
  retry,
  Subject,
  switchMap,
  tap,
  timer,
} from 'rxjs'
import {useClient} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {reasonOf} from './reasonOf.ts'
import {settle} from './settle.ts'

interface LiveQuery<Result> {
  query: string
  /** Reads what the query cannot tell. Defined once, outside of components. */
  complete?: (client: SanityClient, result: Result) => Promise<Result>
  /** Selects the documents whose changes may change the result. */
  watched: string
  /** Which of these changes do. Defined once, outside of components. */
  isWatched?: (change: MutationEvent) => boolean
  /** Names the requests. */
  tag: string
  /** Debounce of changes, in milliseconds (`settle`). */
  pause: number
}

interface LiveResult<Result> {
  /** The result of the last query that was answered. */
  result?: Result
  /** Why the last query failed, in the editor's language. */
  problem?: string | undefined
}

/** Milliseconds until a listener that has ended is opened again, and until a query that has failed is asked again. */
export const reopenPause = 5000

/** The result of a query over all documents, drafts included, again after each change; a failure ends nothing. */
export function useLiveQuery<Result>(live: LiveQuery<Result>): LiveResult<Result> {
  const {query, complete, watched, isWatched, tag, pause} = live
  const client = useClient({apiVersion})
  const [shown, setShown] = useState<LiveResult<Result>>({})
  useEffect(() => {
    const raw = client.withConfig({perspective: 'raw'})
    const changes = raw
      .listen(
        watched,
        {},
        // Without `includeAllVersions` it follows what is published alone.
        {events: ['welcome', 'mutation'], includeAllVersions: true, includeResult: false, visibility: 'query', tag},
      )
      .pipe(
        retry({delay: reopenPause}),
        // The first welcome comes with the first query; a later one, after an interruption that may have hidden changes.
        filter((event, index) => (event.type === 'mutation' ? (isWatched?.(event) ?? true) : index > 0)),
        settle(pause),
      )
    const failures = new Subject<void>()
    const ask = () =>
      raw.observable.fetch<Result>(query, {}, {tag}).pipe(
        switchMap((result) => (complete ? complete(raw, result) : of(result))),
        map((result): LiveResult<Result> => ({result, problem: undefined})),
        catchError((error: unknown) => {
          failures.next()
          return of({problem: reasonOf(error)})
        }),
        finalize(() => isAsking.next(false)),
      )
    // A query that is under way is not given up for a newer one: on a slow line none would be answered while somebody writes.
    const isAsking = new BehaviorSubject(false)
    const later = failures.pipe(switchMap(() => timer(reopenPause)))
    const subscription = merge(later, of('now'), changes)
      .pipe(
        audit(() => isAsking.pipe(filter((isBusy) => !isBusy))),
        tap(() => isAsking.next(true)),
        concatMap(ask),
      )
      .subscribe((next) => setShown((before) => ({...before, ...next})))
    return () => subscription.unsubscribe()
  }, [client, query, complete, watched, isWatched, tag, pause])
  return shown
}
