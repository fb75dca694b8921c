import {Card, Flex, Text} from '@sanity/ui'
import {type CSSProperties, type PropsWithChildren, useEffect, useState, useSyncExternalStore} from 'react'
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
import {hint, label} from '../../sanity/schema/support/bilingual.ts'
import type {Trouble} from './Reachability.ts'
import {edits, reach} from './saving.ts'
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

/** A break that is over sooner is not worth a word. */
const NOTICE_DELAY_MS = 1000

/**
 * Sees to it that nothing typed is lost: has it sent soon and when the page is left, keeps a document that was left until
 * its edits are saved, asks before the page ends while some could not be sent, and says so while the lake is away.
 */
export function SaveGuard({children}: PropsWithChildren) {
  const [isOver, setOver] = useState(false)
  useEarlyCommits()
  useEffect(() => guardPage(() => flushSync(() => setOver(true))), [])
  const trouble = useSyncExternalStore(reach.subscribe, () => reach.trouble)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!trouble) return setShown(false)
    const timer = setTimeout(() => setShown(true), NOTICE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [trouble])
  return (
    <>
      {!isOver && children}
      {trouble && isShown && <Notice trouble={trouble} />}
    </>
  )
}

function useEarlyCommits() {
  const {getClient} = useSource()
  const historyStore = useHistoryStore()
  const schema = useSchema()
  const {pair} = useDocumentStore()
  useEffect(
    () =>
      followEdits(
        {client: getClient(DEFAULT_STUDIO_CLIENT_OPTIONS), historyStore, schema},
        edits,
        ({publishedId, versionId}, typeName) => pair.consistencyStatus(publishedId, typeName, versionId),
      ),
    [getClient, historyStore, schema, pair],
  )
}

/** Watches the page's life; `closeForms` makes editors patch what they still keep to themselves. */
function guardPage(closeForms: () => void): () => void {
  const events = new AbortController()
  const {signal} = events
  const flush = () => edits.flush()
  addEventListener(
    'pagehide',
    () => {
      if (edits.isTyping) closeForms()
      edits.handOver()
    },
    {signal},
  )
  // A page that the browser brings back has lost its forms.
  addEventListener('pageshow', ({persisted}) => persisted && location.reload(), {signal})
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') flush()
      else reach.wake()
    },
    {signal},
  )
  addEventListener(
    'beforeinput',
    ({target}) => {
      if (target instanceof HTMLElement && target.isContentEditable) edits.typing()
    },
    {signal, capture: true},
  )
  addEventListener('online', () => reach.wake(), {signal})
  addEventListener(
    'beforeunload',
    (event) => {
      flush()
      // The browser asks in its own words.
      if (edits.isEndangered || (reach.trouble && edits.isUnsaved())) event.preventDefault()
      else edits.handOver()
    },
    {signal},
  )
  return () => events.abort()
}

const place: CSSProperties = {position: 'fixed', zIndex: 2_000_000, top: 4, left: '50%', transform: 'translateX(-50%)'}

function Notice({trouble}: {trouble: Trouble}) {
  return (
    <Card data-testid="lake-away" padding={3} radius={3} role="status" shadow={3} style={place} tone="caution">
      <Flex align="center" gap={3}>
        <Text size={1} weight="medium">
          {trouble === 'away'
            ? hint(
                '连不上内容库。您可以继续写，请不要关闭这个页面：恢复连接后会自动保存。',
                'The content cannot be reached. You can go on writing, but keep this page open: it is saved once the connection is back.',
              )
            : hint(
                '您已退出登录，还不能保存。请不要关闭这个页面，先在另一个页面登录。',
                'You are signed out, so nothing can be saved. Keep this page open and sign in on another one.',
              )}
        </Text>
        {trouble === 'signedOut' && (
          <Text size={1}>
            <a href={location.origin} rel="noopener" target="_blank">
              {label('登录', 'Sign in')}
            </a>
          </Text>
        )}
      </Flex>
    </Card>
  )
}
