import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import type {DocumentActionModalDialogProps} from 'sanity'
import type {ContentDocument} from '../../sanity/health/ContentDocument.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {PageLinks} from '../health/PageLinks.tsx'
import {ReasonList} from '../health/ReasonList.tsx'
import type {Judgement} from './judgementOf.ts'

interface PublishDialogOptions {
  judgement: Judgement
  document: ContentDocument
  onClose: () => void
  onPublish: () => void
}

/** Why a document is not published, or what visitors would see of it and whether that is meant. */
export function publishDialog({
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
