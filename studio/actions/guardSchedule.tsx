import {Box, Dialog, Flex, Spinner, Stack, Text} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {createContext, type ReactNode, useContext, useEffect, useRef, useState} from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionModalDialogProps,
  type DocumentActionProps,
  getPublishedId,
  getReleaseIdFromReleaseDocumentId,
  getVersionId,
  isReleaseDocument,
  isReleaseScheduledOrScheduling,
  mergeParseErrors,
  type SanityDocument,
  useClient,
  useCurrentUser,
  useParseErrors,
  usePerspective,
  useWorkspace,
} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {type ContentDocument, publishedId} from '../../sanity/health/contentDocuments.ts'
import {hasAbility} from '../../sanity/roles/abilities.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import type {ScheduleDialog, ScheduledDraft, ScheduledDraftMenu} from '../build/scheduledDraftMenu.ts'
import {failureToast, noToast} from '../lake/reasonOf.ts'
import {edits} from '../saving/saving.ts'
import {expiredAt} from './expiredClaims.ts'
import {checkPublish, claimsOfOthers, type Moment, ProblemList, publishDialog} from './publishCheck.tsx'
import type {PublishDecision} from './publishDecision.ts'
import {wrapAction} from './wrapAction.ts'

/** State of the check after a press. */
type Progress =
  | {step: 'none'}
  | {step: 'checking'}
  | {step: 'asking'; moment: Moment; decision: PublishDecision; document: SanityDocument}

/**
 * The Studio's actions that set a time for publishing a draft, or publish a scheduled draft before its time, with the check of the
 * publish button before their own dialogs.
 */
export const guardSchedule = wrapAction(useCheckedSchedule)

function useCheckedSchedule(
  useOriginal: DocumentActionComponent,
  props: DocumentActionProps,
): DocumentActionDescription | null {
  const {type, draft, version, release} = props
  const original = useOriginal(props)
  const currentUser = useCurrentUser()
  const {selectedPerspective} = usePerspective()
  const {check, dialog} = useCheckBefore(original?.label ?? '', () => original?.onHandle?.())
  const isScheduled = isReleaseDocument(selectedPerspective) && isReleaseScheduledOrScheduling(selectedPerspective)
  const document = release ? version : draft
  // The one action about its time that a scheduled draft has is the one that pauses it.
  if (!original || !document || (useOriginal.action === 'schedule' && isScheduled)) return original
  if (type === 'claim' && !hasAbility(currentUser, 'claims'))
    return {...original, disabled: true, title: claimsOfOthers}
  const moment = useOriginal.action === 'publish' ? 'now' : 'later'
  const own = original.dialog
  const timed = own && own.type === 'custom' ? {...own, component: timedBy(document._id, own.component)} : own
  return {...original, onHandle: () => void check(document._id, moment), dialog: dialog ?? timed ?? null}
}

/** Id of the draft, or of its version in a release, for which Sanity's dialog asks for a time. */
const TimedDocument = createContext<string | undefined>(undefined)

function timedBy(id: string, dialogs: ReactNode): ReactNode {
  return dialogs && <TimedDocument value={id}>{dialogs}</TimedDocument>
}

interface Quoting {
  documents: ContentDocument[]
  /** As they are published. */
  claims: ContentDocument[]
}

/** Lists the quoted claims that will have expired by the chosen time. Rendered in Sanity's dialog for the time of a draft. */
export function ExpiredByTime({publishAt, onClose}: ScheduleDialog) {
  const id = useContext(TimedDocument)
  const client = useClient({apiVersion})
  const [{documents, claims}, setQuoting] = useState<Quoting>({documents: [], claims: []})
  useEffect(() => {
    if (id === undefined) return
    const end = new AbortController()
    client
      .fetch<Quoting>(
        '{"documents": *[_id == $id], "claims": *[_type == "claim" && !(_id in path("drafts.**")) && !(_id in path("versions.**"))]}',
        {id},
        {perspective: 'raw', signal: end.signal},
      )
      // Without an answer the dialog asks for the time alone.
      .then(setQuoting, () => undefined)
    return () => end.abort()
  }, [client, id])
  const problems = publishAt ? expiredAt(publishAt.getTime(), claims, documents) : []
  if (problems.length === 0) return null
  const [document] = documents
  return (
    <Stack data-testid="expired-by-time" gap={3} marginBottom={2}>
      <Text size={1} weight="medium">
        {label('定时之前，请留意：', 'Before you schedule this:')}
      </Text>
      <ProblemList {...(document && {document})} onFollow={onClose} pages={[]} reasons={problems} tone="caution" />
    </Stack>
  )
}

/** The same for Sanity's menus of a scheduled draft, in the list of *Releases* and above a form. */
export function useCheckedMenu(
  menu: ScheduledDraftMenu,
  {release, documentType, documentId}: ScheduledDraft,
): ScheduledDraftMenu {
  const {publishNow, schedulePublish} = menu.actions
  const currentUser = useCurrentUser()
  const {check, dialog} = useCheckBefore(label('检查', 'Check'), (moment) =>
    (moment === 'now' ? publishNow : schedulePublish).onClick(),
  )
  if (!release || documentId === undefined) return menu
  const id = getVersionId(getPublishedId(documentId), getReleaseIdFromReleaseDocumentId(release._id))
  const isOfOthers = documentType === 'claim' && !hasAbility(currentUser, 'claims')
  const checked = <Action extends typeof publishNow>(action: Action, moment: Moment) => ({
    ...action,
    disabled: action.disabled || isOfOthers,
    onClick: () => void check(id, moment),
  })
  return {
    ...menu,
    actions: {
      ...menu.actions,
      publishNow: checked(publishNow, 'now'),
      schedulePublish: checked(schedulePublish, 'later'),
    },
    dialogs: dialog ? (
      <Dialog
        footer={dialog.footer}
        header={dialog.header}
        id="scheduled-draft-check"
        onClose={dialog.onClose}
        width={1}
      >
        <Box padding={4}>{dialog.content}</Box>
      </Dialog>
    ) : (
      timedBy(id, menu.dialogs)
    ),
  }
}

/** Checks a stored document as the publish button does, and asks, before `proceed` is called. */
function useCheckBefore(header: string, proceed: (moment: Moment) => void) {
  const client = useClient({apiVersion})
  const workspace = useWorkspace()
  const currentUser = useCurrentUser()
  const parseErrors = useParseErrors()
  // The press that starts the check is what has a field that was left read its text.
  const unread = useRef(parseErrors)
  useEffect(() => {
    unread.current = parseErrors
  })
  const toast = useToast()
  const [progress, setProgress] = useState<Progress>({step: 'none'})
  /** The press that is under way; none once its dialog is closed. */
  const press = useRef<object>(undefined)
  const close = () => {
    press.current = undefined
    setProgress({step: 'none'})
  }
  const finish = (moment: Moment) => {
    close()
    proceed(moment)
  }
  const check = async (id: string, moment: Moment) => {
    const own = {}
    press.current = own
    setProgress({step: 'checking'})
    const noticeId = `schedule-${publishedId(id)}`
    try {
      await edits.whenTyped()
      await edits.whenSaved([publishedId(id)])
      const stored = await client.getDocument<SanityDocument>(id)
      const judged = {moment, client, workspace, currentUser, unread: mergeParseErrors([], unread.current)}
      const decision = stored && (await checkPublish({document: stored, ...judged}))
      if (press.current !== own) return
      toast.push(noToast(noticeId))
      if (!decision || decision.verdict === 'publish') finish(moment)
      else setProgress({step: 'asking', moment, decision, document: stored})
    } catch (error) {
      if (press.current !== own) return
      close()
      const title = label(
        '没能检查，所以什么都没有做。请再试一次。',
        'Nothing was done, as it could not be checked. Try again.',
      )
      toast.push(failureToast(noticeId, title, error))
    }
  }
  return {check, dialog: dialogOf()}

  function dialogOf(): DocumentActionModalDialogProps | undefined {
    if (progress.step === 'none') return undefined
    if (progress.step === 'checking') return {type: 'dialog', header, onClose: close, content: <Checking />}
    return publishDialog({...progress, onClose: close, onPublish: () => finish(progress.moment)})
  }
}

function Checking() {
  return (
    <Flex align="center" gap={3}>
      <Spinner muted />
      <Text muted size={1}>
        {label('正在保存和检查…', 'Saving and checking…')}
      </Text>
    </Flex>
  )
}
