import type {SanityClient} from '@sanity/client'
import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {
  type CurrentUser,
  type DocumentActionModalDialogProps,
  type SanityDocument,
  useSchema,
  type ValidationMarker,
  validateDocument,
  type Workspace,
} from 'sanity'
import {
  type ContentDocument,
  documentTitle,
  isDraftId,
  publishedId,
  publishedOnly,
  releaseNameOf,
} from '../../sanity/health/contentDocuments.ts'
import {publishability} from '../../sanity/health/publishability.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {FieldLink} from '../focus/FieldLink.tsx'
import {describePath} from '../health/describePath.ts'
import {fieldPath} from '../health/fieldPath.ts'
import {PageLinks} from '../health/PageLinks.tsx'
import {chineseTextAt} from '../health/valueAt.ts'
import {type PublishDecision, type PublishProblem, publishDecision} from './publishDecision.ts'
import {rehearsePublish} from './rehearsePublish.ts'
import {takenBackLater, takenBackNow} from './takenBack.ts'

/**
 * Time after which a check, or the wait for the Studio's own action, counts as failed. Saving has no limit: what is typed is
 * kept, and the form says that the lake is away.
 */
export const STEP_LIMIT_MS = 30_000

/** When a document is to be published: at once, or at a time that is still to be chosen or was set before. */
export type Moment = 'now' | 'later'

interface Checked {
  /** A draft, or a version in a release. */
  document: SanityDocument
  moment: Moment
  client: SanityClient
  workspace: Workspace
  currentUser: CurrentUser | null
  /** What fields of its form show and could not store, such as a date that cannot be read. */
  unread?: readonly ValidationMarker[]
}

/**
 * Judges a document by everything that is published, the form's rules and the content API. Rejects if that fails, or takes longer
 * than a step may.
 */
export function checkPublish(checked: Checked): Promise<PublishDecision> {
  const {promise: late, reject} = Promise.withResolvers<never>()
  const timer = setTimeout(reject, STEP_LIMIT_MS, new Error('The check timed out'))
  return Promise.race([decide(checked), late]).finally(() => clearTimeout(timer))
}

async function decide({
  document,
  moment,
  client,
  workspace,
  currentUser,
  unread = [],
}: Checked): Promise<PublishDecision> {
  const takenBackOf = moment === 'now' ? takenBackNow : takenBackLater
  // The Studio's own status can pair the errors of one revision with the number of the next one.
  const [published, markers, objections, takenBack] = await Promise.all([
    client.fetch<ContentDocument[]>(allPublished, {}, {perspective: 'published'}),
    validateDocument({document, workspace, currentUser, environment: 'studio'}),
    // The API judges a version when its release is scheduled or published.
    isDraftId(document._id) ? rehearsePublish(client, document) : [],
    takenBackOf(client, document),
  ])
  const all = publishedOnly(published)
  const faults = {errors: [...unread, ...markers.filter(isError)], objections, takenBack, published: all}
  return publishDecision(publishability(document, all, new Date()), faults, document)
}

const allPublished = '*[!(_type match "system.*")]'

/** Why somebody cannot publish a claim, nor set a time for that. */
export const claimsOfOthers = label('数据由审核人批准并发布。', 'Claims are approved and published by reviewers.')

/** Whether a marker of the form's rules prevents publishing. */
export function isError({level}: ValidationMarker): boolean {
  return level === 'error'
}

interface ProblemListProps {
  reasons: readonly PublishProblem[]
  /** The document that most reasons are about; its title is known. */
  document?: ContentDocument
  /** Other documents that reasons may be about. */
  pages: readonly ContentDocument[]
  tone: 'critical' | 'caution'
  /** Shows the text itself, as visitors would see it. */
  quotesText?: boolean
  onFollow?: () => void
}

/** Reasons, each with the field that it is about and a way there. */
export function ProblemList({reasons, document, pages, tone, quotesText = false, onFollow}: ProblemListProps) {
  const schema = useSchema()
  return (
    <Stack as="ul" gap={2}>
      {reasons.map((reason) => {
        const {documentId, documentType: type, path, sentence} = reason
        const id = publishedId(documentId)
        const isOwn = document !== undefined && id === publishedId(document._id)
        const about = isOwn ? document : pages.find(({_id}) => _id === id)
        const title = isOwn || !about ? '' : documentTitle(about, editorLocale())
        const place = [title, about ? describePath(schema, about, path) : ''].filter(Boolean).join(' › ')
        const field = about ? fieldPath(schema, about, path) : path
        const release = releaseNameOf(documentId)
        return (
          <Card as="li" key={`${documentId} ${path} ${sentence}`} padding={3} radius={2} tone={tone} border>
            <Flex gap={3} align="flex-start">
              <Stack gap={3} flex={1}>
                {place && (
                  <Text size={1} weight="medium">
                    {place}
                  </Text>
                )}
                <Text size={1}>{(quotesText && document && chineseTextAt(document, path)) || sentence}</Text>
              </Stack>
              <Text size={1}>
                <FieldLink id={id} type={type} path={field} release={release} onFollow={onFollow}>
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
  moment: Moment
  onClose: () => void
  onPublish: () => void
}

/** Why a document is not published, or what visitors would see of it and whether that is meant. */
export function publishDialog({
  decision,
  document,
  moment,
  onClose,
  onPublish,
}: PublishDialogOptions): DocumentActionModalDialogProps {
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
      <Footer onClose={onClose} moment={moment} />
    ) : (
      <Footer
        onClose={onClose}
        onPublish={onPublish}
        moment={moment}
        isUnfinished={decision.missingEnglish.length > 0}
      />
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
  moment: Moment
  isUnfinished?: boolean
}

function Footer({onClose, onPublish, moment, isUnfinished = false}: FooterProps) {
  const publishAnyway = {
    now: isUnfinished ? label('没有英文也发布', 'Publish without English') : label('仍然发布', 'Publish anyway'),
    later: isUnfinished ? label('没有英文也定时', 'Schedule without English') : label('仍然定时', 'Schedule anyway'),
  }
  return (
    <Card padding={3} borderTop>
      <Flex gap={2} justify="flex-end">
        <Button mode="bleed" onClick={onClose} text={label('返回', 'Back')} />
        {onPublish && (
          <Button tone="caution" onClick={onPublish} data-testid="publish-anyway" text={publishAnyway[moment]} />
        )}
      </Flex>
    </Card>
  )
}
