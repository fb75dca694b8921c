import {Button, Card, Flex, Text} from '@sanity/ui'
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
import type {ConnectionProblem} from './ConnectionStatus.ts'
import {connection, edits} from './saving.ts'
import type {UnsavedEdits} from './UnsavedEdits.ts'

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
    edits.recordEdit(idPair.publishedId, JSON.stringify(extraArgs[0])?.length ?? 0, () => {
      let commit = () => {}
      // The subscription keeps the pair alive: otherwise Sanity drops it with unsent edits five seconds after unmount.
      const pair = snapshotPair(context.client, idPair, typeName).subscribe(({draft, published, version}) => {
        commit = () => {
          for (const buffered of [version, draft, published]) buffered?.commit()
        }
      })
      return {
        commit: () => commit(),
        release: () => pair.unsubscribe(),
        isConsistent: edits.tracksCommits ? undefined : isConsistent(idPair, typeName),
      }
    })
  })
  return () => subscription.unsubscribe()
}

/** Shorter interruptions show no notice. */
const NOTICE_DELAY_MS = 1000

/**
 * Prevents the loss of typed text: commits edits soon and on unload, keeps closed documents until their edits are saved,
 * asks before unload if some could not be sent, and shows a notice while the lake is away.
 */
export function SaveGuard({children}: PropsWithChildren) {
  const [isUnloaded, setUnloaded] = useState(false)
  useEditTracking()
  useEffect(() => attachPageListeners(() => flushSync(() => setUnloaded(true))), [])
  const problem = useSyncExternalStore(connection.subscribe, () => connection.problem)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!problem) return setShown(false)
    const timer = setTimeout(() => setShown(true), NOTICE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [problem])
  return (
    <>
      {!isUnloaded && children}
      {problem && isShown && <Notice problem={problem} />}
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
  // Another tab, to which one had to go for that, may have signed in somebody else.
  addEventListener('focus', () => connection.recheckPerson(), {signal})
  addEventListener(
    'beforeinput',
    ({target}) => {
      if (target instanceof HTMLElement && target.isContentEditable) edits.recordKeystroke()
    },
    {signal, capture: true},
  )
  addEventListener('online', () => connection.retryNow(), {signal})
  addEventListener(
    'beforeunload',
    (event) => {
      flush()
      // Makes the browser ask.
      if (edits.wouldLoseEdits || (connection.problem && edits.isUnsaved())) event.preventDefault()
      else edits.flushOnUnload()
    },
    {signal},
  )
  return () => events.abort()
}

const noticeStyle: CSSProperties = {
  position: 'fixed',
  zIndex: 2_000_000,
  top: 4,
  left: '50%',
  width: 'max-content',
  maxWidth: 'min(90ch, calc(100vw - 16px))',
  transform: 'translateX(-50%)',
}

const notices = {
  away: hint(
    '连不上内容库。您可以继续写，请不要关闭这个页面：恢复连接后会自动保存。',
    'The content cannot be reached. You can go on writing, but keep this page open: it is saved once the connection is back.',
  ),
  signedOut: hint(
    '您已退出登录，还不能保存。请不要关闭这个页面，先在另一个页面登录。',
    'You are signed out, so nothing can be saved. Keep this page open and sign in on another one.',
  ),
  notAllowed: hint(
    '现在登录的人不能修改这份文档，您写的还没有保存。请不要关闭这个页面：在另一个页面换一个可以修改的账号登录，或者先把文字复制下来。',
    'Whoever is signed in now may not change this document, so what you wrote is not saved. Keep this page open: on another one sign in as somebody who may, or copy your words.',
  ),
}

function Notice({problem}: {problem: ConnectionProblem}) {
  return (
    <Card data-testid="lake-away" padding={3} radius={3} role="status" shadow={3} style={noticeStyle} tone="caution">
      <Flex align="center" gap={3} wrap="wrap">
        {problem === 'otherPerson' ? (
          <OtherPerson />
        ) : (
          <Text size={1} weight="medium">
            {notices[problem]}
          </Text>
        )}
        {problem === 'signedOut' && <OtherPage path="/">{label('登录', 'Sign in')}</OtherPage>}
        {problem === 'notAllowed' && (
          <OtherPage path="/lake/account">{label('换账号', 'Change the account')}</OtherPage>
        )}
      </Flex>
    </Card>
  )
}

/** Says who is signed in instead of the one whose page this is, and leaves it to them in whose name to save. */
function OtherPerson() {
  const [mine, theirs] = [connection.opener?.name ?? '', connection.other?.name ?? '']
  const continueAsOther = () => {
    connection.acceptOther()
    // The rest of the page, such as what may be pressed, still is that of the one before.
    void edits.whenSaved().then(() => location.reload())
  }
  return (
    <>
      <Text size={1} weight="medium">
        {hint(
          `这个页面是“${mine}”打开的，现在登录的却是“${theirs}”，所以这里写的还没有保存。请不要关闭这个页面。`,
          `${mine} has opened this page, but ${theirs} is signed in now, so what is written here is not saved yet. Keep this page open.`,
        )}
      </Text>
      <OtherPage path="/lake/account">{label(`换回“${mine}”`, `Sign in as ${mine}`)}</OtherPage>
      <Button
        fontSize={1}
        mode="ghost"
        onClick={continueAsOther}
        padding={2}
        text={label(`以“${theirs}”的名义保存`, `Save as ${theirs}`)}
      />
    </>
  )
}

function OtherPage({path, children}: PropsWithChildren<{path: string}>) {
  return (
    <Text size={1}>
      <a href={location.origin + path} rel="noopener" target="_blank">
        {children}
      </a>
    </Text>
  )
}
