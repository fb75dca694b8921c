import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {useEffect, useRef, useState} from 'react'
import {
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
  useValidationStatus,
  useWorkspace,
  type ValidationMarker,
  validateDocument,
} from 'sanity'
import {IntentLink} from 'sanity/router'
import {apiVersion} from '../../sanity/env.ts'
import {type ContentDocument, publishedId, publishedOnly} from '../../sanity/health/documents.ts'
import {publishability} from '../../sanity/health/publishability.ts'
import {may} from '../../sanity/roles/abilities.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {describePath} from '../health/describePath.ts'
import {PageLinks} from '../health/PageLinks.tsx'
import {chineseAt} from '../health/valueAt.ts'
import {type Judgement, judgementOf, type Reason} from './judgementOf.ts'

interface ReasonListProps {
  reasons: readonly Reason[]
  /** The document that most of them are about. */
  document: ContentDocument
  tone: 'critical' | 'caution'
  /** Show the text itself, as visitors would see it. */
  quotesText?: boolean
  onFollow?: () => void
}

/** Reasons, each with the field that it is about and a way there. */
function ReasonList({reasons, document, tone, quotesText = false, onFollow}: ReasonListProps) {
  const schema = useSchema()
  return (
    <Stack as="ul" gap={2}>
      {reasons.map((reason) => {
        const {documentId, documentType: type, path, sentence} = reason
        const id = publishedId(documentId)
        const isOwn = id === publishedId(document._id)
        const place = isOwn ? describePath(schema, document, path) : id
        return (
          <Card as="li" key={`${documentId} ${path} ${sentence}`} padding={3} radius={2} tone={tone} border>
            <Flex gap={3} align="flex-start">
              <Stack gap={3} flex={1}>
                {place && (
                  <Text size={1} weight="medium">
                    {place}
                  </Text>
                )}
                <Text size={1}>{quotesText ? (chineseAt(document, path) ?? sentence) : sentence}</Text>
              </Stack>
              <Text size={1}>
                <IntentLink intent="edit" params={{id, type, ...(path ? {path} : {})}} onClick={onFollow}>
                  {label('去修改', 'Go there')}
                </IntentLink>
              </Text>
            </Flex>
          </Card>
        )
      })}
    </Stack>
  )
}

interface PublishDialogOptions {
  judgement: Judgement
  document: ContentDocument
  onClose: () => void
  onPublish: () => void
}

/** Why a document is not published, or what visitors would see of it and whether that is meant. */
function publishDialog({
  judgement,
  document,
  onClose,
  onPublish,
}: PublishDialogOptions): DocumentActionModalDialogProps {
  const refused = judgement.verdict === 'refuse'
  return {
    type: 'dialog',
    header: refused
      ? label('现在不能发布', 'This cannot be published yet')
      : label('发布之前请确认', 'Before this is published'),
    width: 'medium',
    onClose,
    content: <PublishReasons judgement={judgement} document={document} onFollow={onClose} />,
    footer: refused ? (
      <Footer onClose={onClose} />
    ) : (
      <Footer onClose={onClose} onPublish={onPublish} isUnfinished={judgement.missingEnglish.length > 0} />
    ),
  }
}

interface ReasonsProps {
  judgement: Judgement
  document: ContentDocument
  onFollow: () => void
}

function PublishReasons({judgement, document, onFollow}: ReasonsProps) {
  const {verdict, refusals, missingEnglish, warnings, pages} = judgement
  return (
    <Stack gap={5} data-testid={`publish-${verdict}`}>
      {refusals.length > 0 && (
        <Section text={label('改好下面这些，就可以发布：', 'Once these are put right, it can be:')}>
          <ReasonList reasons={refusals} document={document} tone="critical" onFollow={onFollow} />
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
          <ReasonList reasons={missingEnglish} document={document} tone="caution" onFollow={onFollow} quotesText />
        </Section>
      )}
      {verdict === 'ask' && warnings.length > 0 && (
        <Section text={label('另外请留意：', 'Note as well:')}>
          <ReasonList reasons={warnings} document={document} tone="caution" onFollow={onFollow} />
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

const allPublished = '*[!(_type match "system.*")]'

const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>()

/**
 * The Studio's publish action behind a judge: what would break a page, or an unproven or expired claim, is refused with
 * the reasons; what visitors would notice, such as English pages that show Chinese, takes a second, deliberate click.
 */
export function guardPublish(publish: DocumentActionComponent): DocumentActionComponent {
  const known = guarded.get(publish)
  if (known) return known
  // Always the same function for the same action: the Studio asks for its actions at every rendering, and keeps the
  // state of those that it knows.
  const {action} = publish
  const judged = Object.assign((props: DocumentActionProps) => useJudgedPublish(publish, props), {action})
  guarded.set(publish, judged)
  return judged
}

function useJudgedPublish(
  usePublish: DocumentActionComponent,
  props: DocumentActionProps,
): DocumentActionDescription | null {
  const {id, type, draft} = props
  const original = usePublish(props)
  const {validation, isValidating, revision} = useValidationStatus(draft?._id ?? id, type, true)
  const {isSyncing} = useSyncState(id, type)
  const [permission] = useDocumentPairPermissions({id, type, permission: 'publish'})
  const client = useClient({apiVersion})
  const workspace = useWorkspace()
  const toast = useToast()
  const [judged, setJudged] = useState<{judgement: Judgement; document: SanityDocument}>()
  const [isAsked, setIsAsked] = useState(false)
  /** The revision that may be published: another one is judged first. */
  const [allowed, setAllowed] = useState<string>()
  const isJudging = useRef(false)
  const currentUser = useCurrentUser()
  const hasErrors = validation.some(isError)

  const close = () => setJudged(undefined)
  const proceed = (document: SanityDocument) => {
    close()
    setAllowed(document._rev)
  }
  const judge = async (document: SanityDocument) => {
    // A second press while the first is being judged; the button stays as it is, since nothing is published yet.
    if (isJudging.current) return
    isJudging.current = true
    try {
      // The Studio's own status can pair the errors of one revision with the number of the next one.
      const [published, markers] = await Promise.all([
        client.fetch<ContentDocument[]>(allPublished, {}, {perspective: 'published'}),
        validateDocument({document, workspace, currentUser, environment: 'studio'}),
      ])
      const publishable = publishability(document, publishedOnly(published), new Date())
      const judgement = judgementOf(publishable, markers.filter(isError), document)
      if (judgement.verdict === 'publish') proceed(document)
      else setJudged({judgement, document})
    } catch (error) {
      toast.push({
        status: 'error',
        title: label('没能检查，所以没有发布。请再试一次。', 'Not published, as it could not be checked. Try again.'),
        description: error instanceof Error ? error.message : String(error),
      })
    } finally {
      isJudging.current = false
    }
  }
  useEffect(() => {
    if (allowed !== undefined) {
      const isOther = draft?._rev !== allowed
      // Until the Studio has validated this revision, its own action shows the errors of before, and would not publish.
      const isReady = !isSyncing && !isValidating && revision === allowed && original?.disabled !== true
      if (isOther || isReady) setAllowed(undefined)
      if (isOther && draft) setIsAsked(true)
      else if (isReady) original?.onHandle?.()
    } else if (isAsked && !isSyncing) {
      setIsAsked(false)
      if (draft) void judge(draft)
    }
  })

  if (!original || !draft) return original
  if (type === 'claim' && !may(currentUser, 'claims')) {
    const title = label('数据由审核人批准并发布。', 'Claims are approved and published by reviewers.')
    return {...original, disabled: true, title}
  }
  // The Studio's button is dead while a field has an error; this one says which, and why.
  const mayAsk = !original.disabled || (hasErrors && permission?.granted === true)
  const isWaiting = isAsked || allowed !== undefined
  return {
    ...original,
    disabled: !mayAsk,
    shortcut: 'Ctrl+Alt+P',
    ...(isWaiting && {title: label('正在保存和检查，随后发布。', 'Saving and checking; publishing follows.')}),
    onHandle: () => setIsAsked(true),
    dialog: judged ? publishDialog({...judged, onClose: close, onPublish: () => proceed(judged.document)}) : null,
  }
}

function isError({level}: ValidationMarker): boolean {
  return level === 'error'
}
