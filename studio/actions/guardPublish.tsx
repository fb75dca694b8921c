import type {SanityClient} from '@sanity/client'
import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {useEffect, useRef, useState, useSyncExternalStore} from 'react'
import {
  type CurrentUser,
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionModalDialogProps,
  type DocumentActionProps,
  type SanityDocument,
  useClient,
  useCurrentUser,
  useDocumentPairPermissions,
  useSchema,
  useSyncState,
  useTranslation,
  useValidationStatus,
  useWorkspace,
  type ValidationMarker,
  validateDocument,
  type Workspace,
} from 'sanity'
import {structureLocaleNamespace} from 'sanity/structure'
import {apiVersion} from '../../sanity/env.ts'
import {type ContentDocument, documentTitle, publishedId, publishedOnly} from '../../sanity/health/contentDocuments.ts'
import {publishability} from '../../sanity/health/publishability.ts'
import {hasAbility} from '../../sanity/roles/abilities.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {FieldLink} from '../focus/FieldLink.tsx'
import {describePath} from '../health/describePath.ts'
import {fieldPath} from '../health/fieldPath.ts'
import {PageLinks} from '../health/PageLinks.tsx'
import {chineseTextAt} from '../health/valueAt.ts'
import {failureToast, lastingToast} from '../lake/reasonOf.ts'
import {edits} from '../saving/saving.ts'
import {pathText} from '../undo/changes.ts'
import {readMissed} from '../undo/ownSteps.ts'
import {lostInReleases} from './lostInReleases.ts'
import {type PublishDecision, type PublishProblem, publishDecision} from './publishDecision.ts'
import {rehearsePublish} from './rehearsePublish.ts'
import {wrapAction} from './wrapAction.ts'

interface ProblemListProps {
  reasons: readonly PublishProblem[]
  /** The document that most reasons are about. */
  document: ContentDocument
  /** Other documents that reasons may be about. */
  pages: readonly ContentDocument[]
  tone: 'critical' | 'caution'
  /** Shows the text itself, as visitors would see it. */
  quotesText?: boolean
  onFollow?: () => void
}

/** Reasons, each with the field that it is about and a way there. */
function ProblemList({reasons, document, pages, tone, quotesText = false, onFollow}: ProblemListProps) {
  const schema = useSchema()
  return (
    <Stack as="ul" gap={2}>
      {reasons.map((reason) => {
        const {documentId, documentType: type, path, sentence} = reason
        const id = publishedId(documentId)
        const isOwn = id === publishedId(document._id)
        const about = isOwn ? document : pages.find(({_id}) => _id === id)
        const title = isOwn || !about ? '' : documentTitle(about, editorLocale())
        const place = [title, about ? describePath(schema, about, path) : ''].filter(Boolean).join(' › ')
        const field = about ? fieldPath(schema, about, path) : path
        return (
          <Card as="li" key={`${documentId} ${path} ${sentence}`} padding={3} radius={2} tone={tone} border>
            <Flex gap={3} align="flex-start">
              <Stack gap={3} flex={1}>
                {place && (
                  <Text size={1} weight="medium">
                    {place}
                  </Text>
                )}
                <Text size={1}>{quotesText ? (chineseTextAt(document, path) ?? sentence) : sentence}</Text>
              </Stack>
              <Text size={1}>
                <FieldLink id={id} type={type} path={field} onFollow={onFollow}>
                  {label('去修改', 'Go there')}
                </FieldLink>
              </Text>
            </Flex>
          </Card>
        )
      })}
    </Stack>
  )
}

interface PublishDialogOptions {
  decision: PublishDecision
  document: ContentDocument
  onClose: () => void
  onPublish: () => void
}

/** Why a document is not published, or what visitors would see of it and whether that is meant. */
function publishDialog({decision, document, onClose, onPublish}: PublishDialogOptions): DocumentActionModalDialogProps {
  const refused = decision.verdict === 'refuse'
  return {
    type: 'dialog',
    header: refused
      ? label('现在不能发布', 'This cannot be published yet')
      : label('发布之前请确认', 'Before this is published'),
    width: 'medium',
    onClose,
    content: <PublishProblems decision={decision} document={document} onFollow={onClose} />,
    footer: refused ? (
      <Footer onClose={onClose} />
    ) : (
      <Footer onClose={onClose} onPublish={onPublish} isUnfinished={decision.missingEnglish.length > 0} />
    ),
  }
}

interface ProblemsProps {
  decision: PublishDecision
  document: ContentDocument
  onFollow: () => void
}

function PublishProblems({decision, document, onFollow}: ProblemsProps) {
  const {verdict, refusals, missingEnglish, warnings, pages} = decision
  return (
    <Stack gap={5} data-testid={`publish-${verdict}`}>
      {refusals.length > 0 && (
        <Section text={label('改好下面这些，就可以发布：', 'Put these right, then publish:')}>
          <ProblemList reasons={refusals} document={document} pages={pages} tone="critical" onFollow={onFollow} />
        </Section>
      )}
      {verdict === 'ask' && missingEnglish.length > 0 && (
        <Section
          text={label(
            `有 ${missingEnglish.length} 处没有英文。发布后，英文页面的这些地方显示中文：`,
            missingEnglish.length === 1
              ? 'One text has no English. Once published, English pages show the Chinese there:'
              : `${missingEnglish.length} texts have no English. Once published, English pages show the Chinese there:`,
          )}
        >
          <ProblemList
            reasons={missingEnglish}
            document={document}
            pages={pages}
            tone="caution"
            onFollow={onFollow}
            quotesText
          />
        </Section>
      )}
      {verdict === 'ask' && warnings.length > 0 && (
        <Section
          text={missingEnglish.length > 0 ? label('另外请留意：', 'Also note:') : label('请留意：', 'Please note:')}
        >
          <ProblemList reasons={warnings} document={document} pages={pages} tone="caution" onFollow={onFollow} />
        </Section>
      )}
      {document._type !== 'page' && pages.length > 0 && (
        <Section text={label(`显示它的页面（${pages.length}）：`, `Pages that show it (${pages.length}):`)}>
          <PageLinks pages={pages} onFollow={onFollow} />
        </Section>
      )}
    </Stack>
  )
}

function Section({text, children}: {text: string; children: React.ReactNode}) {
  return (
    <Stack gap={3}>
      <Text size={1} weight="medium">
        {text}
      </Text>
      {children}
    </Stack>
  )
}

interface FooterProps {
  onClose: () => void
  onPublish?: () => void
  isUnfinished?: boolean
}

function Footer({onClose, onPublish, isUnfinished}: FooterProps) {
  return (
    <Card padding={3} borderTop>
      <Flex gap={2} justify="flex-end">
        <Button mode="bleed" onClick={onClose} text={label('返回修改', 'Back to the form')} />
        {onPublish && (
          <Button
            tone="caution"
            onClick={onPublish}
            data-testid="publish-anyway"
            text={
              isUnfinished ? label('没有英文也发布', 'Publish without English') : label('仍然发布', 'Publish anyway')
            }
          />
        )}
      </Flex>
    </Card>
  )
}

const subscribeToEdits = (listener: () => void) => edits.subscribe(listener)

/** Of Sanity's own notices of a publish, too: its success ends what was said of a failure before. */
const noticeId = (id: string) => `publish-${publishedId(id)}`

const allPublished = '*[!(_type match "system.*")]'

/** What a press of the button has led to. */
type Progress =
  | {step: 'none'}
  /** Waits until everything that was typed is stored. */
  | {step: 'saving' | 'checking'}
  /** Says why it is refused, or asks whether it is meant. */
  | {step: 'asking'; decision: PublishDecision; document: SanityDocument}
  /** This revision may be published. Waits until the Studio can; another revision is checked first. */
  | {step: 'publishing'; revision: string}

/**
 * Time after which a check, or the wait for the Studio's own action, counts as failed. Saving has no limit: what is typed is
 * kept, and the form says that the lake is away.
 */
const STEP_LIMIT_MS = 30_000

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
  // For a moment after the first letter the Studio's actions do not know the draft yet.
  const isBegun = useSyncExternalStore(subscribeToEdits, () => edits.isUnsaved([publishedId(id)])) && !draft
  const isTyping = useSyncExternalStore(subscribeToEdits, () => edits.isTyping) && !draft
  const [permission] = useDocumentPairPermissions({id, type, permission: 'publish'})
  const client = useClient({apiVersion})
  const workspace = useWorkspace()
  const toast = useToast()
  const [progress, setProgress] = useState<Progress>({step: 'none'})
  const currentUser = useCurrentUser()
  const hasErrors = validation.some(isError)
  const {t} = useTranslation(structureLocaleNamespace)
  // For four seconds after a publish the Studio's button says so and is disabled, even once there is a new draft.
  const saysPublished = original?.label === t('action.publish.published.label')
  const isPublishing = original?.label === t('action.publish.running.label')
  const isClaimOfOthers = type === 'claim' && !hasAbility(currentUser, 'claims')
  const mayPublish = original !== null && !isClaimOfOthers && permission?.granted === true
  const isWaiting = !isIdle(progress)
  // Further presses while it waits ask for the same.
  const press = () => setProgress((before) => (isIdle(before) ? {step: 'saving'} : before))
  useEarlyShortcut(mayPublish && !isPublishing, id, press)
  useWarningOnLeave(isWaiting, id)

  const close = () => setProgress({step: 'none'})
  const proceed = ({_rev: revision}: SanityDocument) => setProgress({step: 'publishing', revision})
  const check = async (document: SanityDocument) => {
    try {
      const decision = await inTime(decide({document, client, workspace, currentUser}))
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
    if (progress.step === 'saving' && !isSyncing && !isBegun && !isTyping) {
      setProgress({step: draft ? 'checking' : 'none'})
      if (draft) void check(draft)
    }
    if (progress.step !== 'publishing') return
    // Until the Studio has validated this revision, its own action shows the errors of the one before, and would not
    // publish.
    const isDisabled = saysPublished ? hasErrors : original?.disabled === true
    if (draft?._rev !== progress.revision) setProgress({step: draft ? 'saving' : 'none'})
    else if (!isSyncing && !isValidating && revision === progress.revision && !isDisabled) {
      close()
      original?.onHandle?.()
    }
  })

  if (!original || (!draft && !isBegun)) return original
  if (isClaimOfOthers) {
    const title = label('数据由审核人批准并发布。', 'Claims are approved and published by reviewers.')
    return {...original, disabled: true, title}
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
        ? publishDialog({...progress, onClose: close, onPublish: () => proceed(progress.document)})
        : null,
  }
}

/** Says what a press waits for. */
function waitingLabel({step}: Progress): string {
  if (step === 'saving') return label('正在保存…', 'Saving…')
  return step === 'checking' ? label('正在检查…', 'Checking…') : label('即将发布…', 'About to publish…')
}

/** Rejects if there is no result within the limit of a step. */
function inTime<Value>(result: Promise<Value>): Promise<Value> {
  const {promise: late, reject} = Promise.withResolvers<never>()
  const timer = setTimeout(reject, STEP_LIMIT_MS, new Error('The check timed out'))
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}

interface Decided {
  document: SanityDocument
  client: SanityClient
  workspace: Workspace
  currentUser: CurrentUser | null
}

/** Judges a draft by everything that is published, the form's rules and the content API. */
async function decide({document, client, workspace, currentUser}: Decided): Promise<PublishDecision> {
  // The Studio's own status can pair the errors of one revision with the number of the next one.
  const [published, markers, objections, ...takenBack] = await Promise.all([
    client.fetch<ContentDocument[]>(allPublished, {}, {perspective: 'published'}),
    validateDocument({document, workspace, currentUser, environment: 'studio'}),
    rehearsePublish(client, document),
    readTakenBack(client, document),
    lostInReleases(client, document),
  ])
  const all = publishedOnly(published)
  const faults = {errors: markers.filter(isError), objections, takenBack: takenBack.flat(), published: all}
  return publishDecision(publishability(document, all, new Date()), faults, document)
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

/** Returns changes that were published while the draft was written, as by a release, and that the draft lacks. */
async function readTakenBack(client: SanityClient, {_id, _type}: SanityDocument): Promise<PublishProblem[]> {
  // Without the right to read the history, nothing is reported.
  const missed = await readMissed(client, _id).catch(() => [])
  const sentence = label(
    '写这份草稿期间，这里的另一处修改已经发布（例如随发布计划）。发布这份草稿会把它改回去；要保留它，请先在草稿里也改好。',
    'Another change to this was published while the draft was being written, for example by a release. Publishing the draft undoes it: to keep it, make the same change in the draft.',
  )
  const paths = new Set(missed.map(({path}) => pathText(path)))
  return [...paths].map((path) => ({documentId: _id, documentType: _type, path, sentence}))
}

function isError({level}: ValidationMarker): boolean {
  return level === 'error'
}
