import {Flex, Spinner, Text} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {useRef, useState} from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  isReleaseDocument,
  isReleaseScheduledOrScheduling,
  type SanityDocument,
  useClient,
  useCurrentUser,
  usePerspective,
  useWorkspace,
} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {hasAbility} from '../../sanity/roles/abilities.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {failureToast, noToast} from '../lake/reasonOf.ts'
import {edits} from '../saving/saving.ts'
import {checkPublish, claimsOfOthers, publishDialog} from './publishCheck.tsx'
import type {PublishDecision} from './publishDecision.ts'
import {wrapAction} from './wrapAction.ts'

/** What a press of the action has led to. */
type Progress = {step: 'none' | 'checking'} | {step: 'asking'; decision: PublishDecision; document: SanityDocument}

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
  const client = useClient({apiVersion})
  const workspace = useWorkspace()
  const currentUser = useCurrentUser()
  const toast = useToast()
  const {selectedPerspective} = usePerspective()
  const [progress, setProgress] = useState<Progress>({step: 'none'})
  /** The press that is under way; none once its dialog is closed. */
  const press = useRef<object>(undefined)
  const isScheduled = isReleaseDocument(selectedPerspective) && isReleaseScheduledOrScheduling(selectedPerspective)
  const document = release ? version : draft
  // The one action about its time that a scheduled draft has is the one that pauses it.
  if (!original || !document || (useOriginal.action === 'schedule' && isScheduled)) return original
  if (type === 'claim' && !hasAbility(currentUser, 'claims'))
    return {...original, disabled: true, title: claimsOfOthers}

  const moment = useOriginal.action === 'publish' ? 'now' : 'later'
  const noticeId = `schedule-${publishedId(document._id)}`
  const close = () => {
    press.current = undefined
    setProgress({step: 'none'})
  }
  const proceed = () => {
    close()
    original.onHandle?.()
  }
  const check = async () => {
    const own = {}
    press.current = own
    setProgress({step: 'checking'})
    try {
      await edits.whenTyped()
      await edits.whenSaved([publishedId(document._id)])
      const stored = await client.getDocument<SanityDocument>(document._id)
      const decision = stored && (await checkPublish({document: stored, moment, client, workspace, currentUser}))
      if (press.current !== own) return
      toast.push(noToast(noticeId))
      if (!decision || decision.verdict === 'publish') proceed()
      else setProgress({step: 'asking', decision, document: stored})
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
  return {...original, onHandle: () => void check(), dialog: dialogOf()}

  function dialogOf(): DocumentActionDescription['dialog'] {
    if (progress.step === 'none') return original?.dialog ?? null
    if (progress.step === 'asking') return publishDialog({...progress, moment, onClose: close, onPublish: proceed})
    return {type: 'dialog', header: original?.label, onClose: close, content: <Checking />}
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
