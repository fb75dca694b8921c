import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {type CSSProperties, type PropsWithChildren, useEffect, useState, useSyncExternalStore} from 'react'
import {hint, label} from '../../sanity/schema/support/bilingual.ts'
import type {ConnectionProblem} from './ConnectionStatus.ts'
import {connection, edits} from './saving.ts'

/** Shorter interruptions show no notice. */
const NOTICE_DELAY_MS = 1000

const subscribeToEdits = (listener: () => void) => edits.subscribe(listener)

/**
 * Tells above the Studio that the lake is away, and afterwards that edits are still being sent; until the editor has read it,
 * what is known of an action that got no answer, that edits were refused, and that the editor's roles have changed.
 */
export function ConnectionNotice() {
  const problem = useSyncExternalStore(connection.subscribe, () => connection.problem)
  const hasOtherRoles = useSyncExternalStore(connection.subscribe, () => connection.hasOtherRoles)
  const messages = useSyncExternalStore(connection.subscribe, () => connection.messages)
  const isUnsaved = useSyncExternalStore(subscribeToEdits, () => edits.isUnsaved())
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!problem) {
      if (!isUnsaved) setShown(false)
      return undefined
    }
    const timer = setTimeout(() => setShown(true), NOTICE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [problem, isUnsaved])
  const isSaving = !problem && isUnsaved
  return (
    <Stack gap={2} style={noticeStyle}>
      {isShown && (problem || isSaving) && <Notice problem={problem} />}
      {/* Its button saves first, which must be possible. Of an account that was removed only the first notice is true. */}
      {hasOtherRoles && !problem && (
        <Message
          id="other-roles"
          text={otherRoles}
          action={label('保存后重新打开', 'Save and reload')}
          onAction={() => void saveAndReload()}
        />
      )}
      {[...messages].map(([subject, text]) => (
        <Message key={subject} id={subject} text={text} onAction={() => connection.tell(subject, undefined)} />
      ))}
    </Stack>
  )
}

interface MessageProps {
  id: string
  text: string
  action?: string
  onAction: () => void
}

/** A message that stays until its button is pressed. */
function Message({id, text, action = label('知道了', 'Understood'), onAction}: MessageProps) {
  return (
    <Card data-testid={id} padding={3} radius={3} role="alert" shadow={3} tone="critical">
      <Flex align="center" gap={3} wrap="wrap">
        <Text size={1} weight="medium">
          {text}
        </Text>
        <Button fontSize={1} mode="ghost" onClick={onAction} padding={2} text={action} />
      </Flex>
    </Card>
  )
}

/** Loads the page anew, whose buttons and fields are those of other rights. */
async function saveAndReload(): Promise<void> {
  await edits.whenTyped()
  await edits.whenSaved()
  location.reload()
}

const otherRoles = hint(
  '您的角色变了，这个页面显示的还是以前的权限。请重新打开它。',
  'Your role has changed. This page still shows what you could do before: reload it.',
)

const noticeStyle: CSSProperties = {
  position: 'fixed',
  zIndex: 2_000_000,
  top: 4,
  left: '50%',
  width: 'max-content',
  maxWidth: 'min(90ch, calc(100vw - 16px))',
  transform: 'translateX(-50%)',
}

const saving = hint(
  '连接恢复了，正在保存您写的内容，请先不要关闭这个页面。',
  'The connection is back. What you wrote is being saved: keep this page open until this notice goes.',
)

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
    'The person who is signed in now may not change this document, so what you wrote is not saved. Keep this page open: sign in on another page as somebody who may, or copy your text.',
  ),
}

function Notice({problem}: {problem: ConnectionProblem | undefined}) {
  return (
    <Card data-testid="lake-away" padding={3} radius={3} role="status" shadow={3} tone="caution">
      <Flex align="center" gap={3} wrap="wrap">
        {problem === 'otherPerson' ? (
          <OtherPerson />
        ) : (
          <Text size={1} weight="medium">
            {problem ? notices[problem] : saving}
          </Text>
        )}
        {problem === 'signedOut' && <OtherPage path="/">{label('登录', 'Sign in')}</OtherPage>}
        {problem === 'notAllowed' && (
          <OtherPage path="/lake/account">{label('换账号', 'Use another account')}</OtherPage>
        )}
      </Flex>
    </Card>
  )
}

/** Names who is signed in instead of the one whose page this is, and leaves it to them in whose name to save. */
function OtherPerson() {
  const [mine, theirs] = [connection.opener?.name ?? '', connection.other?.name ?? '']
  const continueAsOther = () => {
    connection.acceptOther()
    void saveAndReload()
  }
  return (
    <>
      <Text size={1} weight="medium">
        {hint(
          `这个页面是“${mine}”打开的，现在登录的却是“${theirs}”，所以这里写的还没有保存。请不要关闭这个页面。`,
          `${mine} opened this page, but ${theirs} is signed in now, so what is written here is not saved yet. Keep this page open.`,
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
