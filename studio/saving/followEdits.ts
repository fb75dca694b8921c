import type {Observable} from 'rxjs'
import {type IdPair, operationEvents, snapshotPair} from 'sanity'
import type {UnsavedEdits} from './UnsavedEdits.ts'

type Context = Parameters<typeof operationEvents>[0]

/**
 * Tells `edits` of all that a form, the preview or an action patches, and keeps each edited document open until it is
 * saved. Returns what ends that.
 *
 * `operationEvents` and `snapshotPair` are internal to Sanity: its public hooks know one document each, which has to be
 * on the screen.
 */
export function followEdits(
  context: Context,
  edits: UnsavedEdits,
  isConsistent: (idPair: IdPair, typeName: string) => Observable<boolean>,
): () => void {
  const subscription = operationEvents(context).subscribe((event) => {
    const {operationName, idPair, typeName, extraArgs} = event.args
    if (event.type === 'error' || operationName !== 'patch') return
    edits.edited(idPair.publishedId, JSON.stringify(extraArgs[0])?.length ?? 0, () => {
      let commit = () => {}
      // The subscription keeps the pair: without one, Sanity drops it and its unsent edits five seconds after the form.
      const pair = snapshotPair(context.client, idPair, typeName).subscribe(({draft, published, version}) => {
        commit = () => {
          for (const buffered of [version, draft, published]) buffered?.commit()
        }
      })
      return {
        commit: () => commit(),
        release: () => pair.unsubscribe(),
        isConsistent: edits.isToldOfCommits ? undefined : isConsistent(idPair, typeName),
      }
    })
  })
  return () => subscription.unsubscribe()
}
