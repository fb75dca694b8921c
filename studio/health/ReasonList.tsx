import {Card, Flex, Stack, Text} from '@sanity/ui'
import {useSchema} from 'sanity'
import {IntentLink} from 'sanity/router'
import {type ContentDocument, publishedId} from '../../sanity/health/ContentDocument.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import type {Reason} from '../actions/judgementOf.ts'
import {describePath} from './describePath.ts'
import {chineseAt} from './valueAt.ts'

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
export function ReasonList({reasons, document, tone, quotesText = false, onFollow}: ReasonListProps) {
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
