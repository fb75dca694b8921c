import {useToast} from '@sanity/ui/toast'
import {useEffect, useRef, useState, useSyncExternalStore} from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  mergeParseErrors,
  type SanityDocument,
  useClient,
  useCurrentUser,
  useDocumentPairPermissions,
  useParseErrors,
  useSyncState,
  useTranslation,
  useValidationStatus,
  useWorkspace,
} from 'sanity'
import {structureLocaleNamespace} from 'sanity/structure'
import {apiVersion} from '../../sanity/env.ts'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {hasAbility} from '../../sanity/roles/abilities.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {failureToast, lastingToast} from '../lake/reasonOf.ts'
import {edits, storeTypedDate} from '../saving/saving.ts'
import {checkPublish, claimsOfOthers, isError, publishDialog, STEP_LIMIT_MS} from './publishCheck.tsx'
import type {PublishDecision} from './publishDecision.ts'
import {wrapAction} from './wrapAction.ts'

const subscribeToEdits = (listener: () => void) => edits.subscribe(listener)

/** Of Sanity's own notices of a publish, too: its success ends what was said of a failure before. */
const noticeId = (id: string) => `publish-${publishedId(id)}`

/** What a press of the button has led to. */
type Progress =
  | {step: 'none'}
  /** Waits until everything that was typed is stored. */
  | {step: 'saving' | 'checking'}
  /** Says why it is refused, or asks whether it is meant. */
  | {step: 'asking'; decision: PublishDecision; document: SanityDocument}
  /** This revision may be published. Waits until the Studio can; another revision is checked first. */
  | {step: 'publishing'; revision: string}

const isIdle = ({step}: Progress): boolean => step === 'none' || step === 'asking'

/**
 * The Studio's publish action with a check before it: refuses, with the reasons, what would break a page and claims that are
 * unproven or expired; asks before it publishes what visitors would notice, such as English pages that show Chinese.
 */
export const guardPublish = wrapAction(useCheckedPublish)

function useCheckedPublish(
  usePublish: DocumentActionComponent,
  props: DocumentActionProps,
): DocumentActionDescription | null {
  const {id, type, draft} = props
  const original = usePublish(props)
  const {validation, isValidating, revision} = useValidationStatus(draft?._id ?? id, type, true)
  const {isSyncing} = useSyncState(id, type)
  // The Studio's own state knows neither what running text has not handed over yet nor, at once, what it has.
  const isUnsaved = useSyncExternalStore(subscribeToEdits, () => edits.isTyping || edits.isUnsaved([publishedId(id)]))
  // For a moment after the first letter the Studio's actions do not know the draft yet.
  const isBegun = useSyncExternalStore(subscribeToEdits, () => edits.isUnsaved([publishedId(id)])) && !draft
  const [permission] = useDocumentPairPermissions({id, type, permission: 'publish'})
  const client = useClient({apiVersion})
  const workspace = useWorkspace()
  const toast = useToast()
  const [progress, setProgress] = useState<Progress>({step: 'none'})
  const currentUser = useCurrentUser()
  const unread = mergeParseErrors([], useParseErrors())
  const hasErrors = validation.some(isError)
  const {t} = useTranslation(structureLocaleNamespace)
  // For four seconds after a publish the Studio's button says so and is disabled, even once there is a new draft.
  const saysPublished = original?.label === t('action.publish.published.label')
  const isPublishing = original?.label === t('action.publish.running.label')
  const isClaimOfOthers = type === 'claim' && !hasAbility(currentUser, 'claims')
  const mayPublish = original !== null && !isClaimOfOthers && permission?.granted === true
  const isWaiting = !isIdle(progress)
  // Further presses while it waits ask for the same.
  const press = () => {
    storeTypedDate()
    setProgress((before) => (isIdle(before) ? {step: 'saving'} : before))
  }
  useEarlyShortcut(mayPublish && !isPublishing, id, press)
  useWarningOnLeave(isWaiting, id)

  const close = () => setProgress({step: 'none'})
  const proceed = ({_rev: revision}: SanityDocument) => setProgress({step: 'publishing', revision})
  const check = async (document: SanityDocument) => {
    try {
      const decision = await checkPublish({document, moment: 'now', client, workspace, currentUser, unread})
      if (decision.verdict === 'publish') proceed(document)
      else setProgress({step: 'asking', decision, document})
    } catch (error) {
      close()
      const title = label(
        '没能检查，所以没有发布。请再试一次。',
        'Not published, as it could not be checked. Try again.',
      )
      toast.push(failureToast(noticeId(id), title, error))
    }
  }
  useEffect(() => {
    if (progress.step !== 'publishing') return
    const timer = setTimeout(() => {
      setProgress({step: 'none'})
      const title = label(
        '没有发布：表单一直没有准备好。请刷新页面，再发布一次。',
        'Not published: the form did not become ready. Reload the page and publish again.',
      )
      toast.push({...lastingToast(noticeId(id)), status: 'error', title})
    }, STEP_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [progress.step, toast, id])
  useEffect(() => {
    if (progress.step === 'saving' && !isSyncing && !isUnsaved) {
      setProgress({step: draft ? 'checking' : 'none'})
      if (draft) void check(draft)
    }
    if (progress.step !== 'publishing') return
    // Until the Studio has validated this revision, its own action shows the errors of the one before, and would not
    // publish.
    const isDisabled = saysPublished ? hasErrors : original?.disabled === true
    // A press on the button is what has the field that was left read its text: the check may not have known of it.
    const isOutdated = draft?._rev !== progress.revision || unread.length > 0
    if (isOutdated) setProgress({step: draft ? 'saving' : 'none'})
    else if (!isUnsaved && !isSyncing && !isValidating && revision === progress.revision && !isDisabled) {
      close()
      original?.onHandle?.()
    }
  })

  if (!original || (!draft && !isBegun)) return original
  if (isClaimOfOthers) {
    return {...original, disabled: true, title: claimsOfOthers}
  }
  if (permission?.granted === false) {
    const title = label('您可以起草，由别人审核后发布。', 'You draft; others review and publish.')
    return {...original, disabled: true, title}
  }
  return {
    ...original,
    // The Studio disables its button while a field has an error; this one names the error. The Studio also disables it
    // while the draft is stored or looked up, which would swallow a press; this one waits.
    disabled: isPublishing || (original.disabled === true && permission?.granted !== true),
    shortcut: 'Ctrl+Alt+P',
    // Otherwise it says that there is nothing to publish.
    ...(isBegun && {title: null}),
    ...(saysPublished && {label: t('action.publish.draft.label')}),
    ...(isWaiting && {
      label: waitingLabel(progress),
      title: label('正在保存和检查，随后发布。', 'Saving and checking before it is published.'),
    }),
    onHandle: press,
    dialog:
      progress.step === 'asking'
        ? publishDialog({...progress, moment: 'now', onClose: close, onPublish: () => proceed(progress.document)})
        : null,
  }
}

/** Says what a press waits for. */
function waitingLabel({step}: Progress): string {
  if (step === 'saving') return label('正在保存…', 'Saving…')
  return step === 'checking' ? label('正在检查…', 'Checking…') : label('即将发布…', 'About to publish…')
}

/** Handles the shortcut right after a key in the document, where the Studio's own button is not there yet. */
function useEarlyShortcut(mayPublish: boolean, id: string, onPress: () => void): void {
  const latest = useRef({mayPublish, id, onPress})
  useEffect(() => {
    latest.current = {mayPublish, id, onPress}
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const {mayPublish, id, onPress} = latest.current
      const isShortcut = event.ctrlKey && event.altKey && !event.shiftKey && /^[pπ]$/i.test(event.key)
      const isEdited = edits.isTyping || edits.isUnsaved([publishedId(id)])
      if (!isShortcut || event.defaultPrevented || !mayPublish || !isEdited) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Warns that nothing has been published if the form is closed, for another tool or document, before the check is done. */
function useWarningOnLeave(isWaiting: boolean, id: string): void {
  const toast = useToast()
  const latest = useRef({isWaiting, toast, id})
  useEffect(() => {
    latest.current = {isWaiting, toast, id}
  })
  useEffect(
    () => () => {
      if (!latest.current.isWaiting) return
      latest.current.toast.push({
        ...lastingToast(noticeId(latest.current.id)),
        status: 'warning',
        title: label(
          '还没有发布：检查还没做完，表单就关上了。请打开它再发布一次。',
          'Not published: its form was closed before the check was done. Open it and publish again.',
        ),
      })
    },
    [],
  )
}
