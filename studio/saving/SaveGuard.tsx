import {type PropsWithChildren, useEffect, useState} from 'react'
import {flushSync} from 'react-dom'
import type {Observable} from 'rxjs'
import {
  DEFAULT_STUDIO_CLIENT_OPTIONS,
  type IdPair,
  operationEvents,
  snapshotPair,
  useDocumentStore,
  useHistoryStore,
  useSchema,
  useSource,
} from 'sanity'
import {runningUploads} from '../uploads/UploadProblems.tsx'
import {ConnectionNotice} from './ConnectionNotice.tsx'
import {connection, edits, hasUnstoredDate, rememberDate, storeWholeDate} from './saving.ts'
import type {UnsavedEdits} from './UnsavedEdits.ts'
import {hasUnsavedTexts} from './UnsavedTexts.ts'

type Context = Parameters<typeof operationEvents>[0]

/**
 * Records all patches of forms, preview and actions in `edits`, and keeps each edited document open until it is saved.
 * Returns an unsubscribe function.
 *
 * Uses Sanity's internal `operationEvents` and `snapshotPair`, as its public hooks cover only one mounted document each.
 */
export function trackEdits(
  context: Context,
  edits: UnsavedEdits,
  isConsistent: (idPair: IdPair, typeName: string) => Observable<boolean>,
): () => void {
  const subscription = operationEvents(context).subscribe((event) => {
    const {operationName, idPair, typeName, extraArgs} = event.args
    if (event.type === 'error' || operationName !== 'patch') return
    edits.recordEdit(idPair.publishedId, JSON.stringify(extraArgs[0])?.length ?? 0, () => ({
      ...keepOpen(context, idPair, typeName),
      isConsistent: edits.tracksCommits ? undefined : isConsistent(idPair, typeName),
    }))
  })
  return () => subscription.unsubscribe()
}

/** Keeps a document open: otherwise Sanity drops it, with its unsent edits, five seconds after its form is unmounted. */
function keepOpen({client}: Context, idPair: IdPair, typeName: string) {
  let buffers: {commit(): void}[] = []
  const pair = snapshotPair(client, idPair, typeName).subscribe(({draft, published, version}) => {
    buffers = [version, draft, published].filter((buffer) => buffer !== undefined)
  })
  return {
    commit: () => {
      for (const buffer of buffers) buffer.commit()
    },
    release: () => pair.unsubscribe(),
  }
}

/**
 * Prevents the loss of typed text: commits edits soon and on unload, keeps closed documents until their edits are saved,
 * asks before unload if some could not be sent, a text is typed that nothing saves by itself, a date field shows what is not stored, or
 * a picture is being uploaded, and shows a notice while the lake is away, and until all is saved then.
 */
export function SaveGuard({children}: PropsWithChildren) {
  const [isUnloaded, setUnloaded] = useState(false)
  useEditTracking()
  useEffect(() => attachPageListeners(() => flushSync(() => setUnloaded(true))), [])
  return (
    <>
      {!isUnloaded && children}
      <ConnectionNotice />
    </>
  )
}

function useEditTracking() {
  const {getClient} = useSource()
  const historyStore = useHistoryStore()
  const schema = useSchema()
  const {pair} = useDocumentStore()
  useEffect(
    () =>
      trackEdits(
        {client: getClient(DEFAULT_STUDIO_CLIENT_OPTIONS), historyStore, schema},
        edits,
        ({publishedId, versionId}, typeName) => pair.consistencyStatus(publishedId, typeName, versionId),
      ),
    [getClient, historyStore, schema, pair],
  )
}

/** Attaches listeners for the page's lifecycle. `closeForms` unmounts the forms, so that they patch what they buffer. */
function attachPageListeners(closeForms: () => void): () => void {
  const events = new AbortController()
  const {signal} = events
  const flush = () => edits.flush()
  addEventListener(
    'pagehide',
    () => {
      storeWholeDate()
      if (edits.isTyping) closeForms()
      edits.flushOnUnload()
    },
    {signal},
  )
  // Restored from the back/forward cache: the forms are unmounted.
  addEventListener('pageshow', ({persisted}) => persisted && location.reload(), {signal})
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') flush()
      else connection.retryNow()
    },
    {signal},
  )
  // Somebody else may have signed in in another tab while this one had no focus.
  addEventListener('focus', () => connection.recheckPerson(), {signal})
  addEventListener(
    'beforeinput',
    ({target}) => {
      if (target instanceof HTMLElement && target.isContentEditable) edits.recordKeystroke()
    },
    {signal, capture: true},
  )
  addEventListener('focusin', rememberDate, {signal, capture: true})
  addEventListener('focusout', rememberDate, {signal, capture: true})
  addEventListener('keypress', (event) => event.key === 'Enter' && rememberDate(event), {signal, capture: true})
  addEventListener('online', () => connection.retryNow(), {signal})
  addEventListener(
    'beforeunload',
    (event) => {
      flush()
      // Makes the browser ask.
      const isLost = edits.wouldLoseEdits || (connection.problem && edits.isUnsaved())
      if (isLost || hasUnsavedTexts() || hasUnstoredDate() || runningUploads.size > 0) event.preventDefault()
      else edits.flushOnUnload()
    },
    {signal},
  )
  return () => events.abort()
}
