import {Badge, Card, Flex, Stack, Text} from '@sanity/ui'
import {type Schema, useSchema} from 'sanity'
import {IntentLink} from 'sanity/router'
import type {ContentDocument} from '../../sanity/health/ContentDocument.ts'
import {documentTitle} from '../../sanity/health/documentTitle.ts'
import type {Finding} from '../../sanity/health/Finding.ts'
import {checkTitles, findingWords} from '../../sanity/health/findingWords.ts'
import {editorLocale} from '../../sanity/schema/editorLocale.ts'
import {describePath} from './describePath.ts'

interface FindingGroupsProps {
  findings: readonly Finding[]
  documents: readonly ContentDocument[]
}

/** Findings by what was checked, the errors first, each with its document and the field. */
export function FindingGroups({findings, documents}: FindingGroupsProps) {
  const schema = useSchema()
  const byId = new Map(documents.map((document) => [document._id, document]))
  const groups = Map.groupBy(findings, ({check}) => check)
  return [...groups].map(([check, found]) => (
    <Stack gap={3} key={check} data-testid={`health-${check}`}>
      <Flex gap={2} align="center">
        <Text as="h2" size={2} weight="semibold">
          {checkTitles[check][editorLocale()]}
        </Text>
        <Badge tone={found.some(({severity}) => severity === 'error') ? 'critical' : 'caution'}>{found.length}</Badge>
      </Flex>
      <Card border radius={2}>
        {found.map((finding, index) => (
          <Card
            key={`${finding.document?.id} ${finding.path} ${finding.detail}`}
            padding={3}
            {...(index > 0 ? {borderTop: true} : {})}
          >
            <FindingRow finding={finding} document={byId.get(finding.document?.id ?? '')} schema={schema} />
          </Card>
        ))}
      </Card>
    </Stack>
  ))
}

interface FindingRowProps {
  finding: Finding
  document: ContentDocument | undefined
  schema: Schema
}

function FindingRow({finding, document, schema}: FindingRowProps) {
  const {path} = finding
  const place = document && path ? describePath(schema, document, path) : ''
  return (
    <Stack gap={3}>
      {document && (
        <Flex gap={2} wrap="wrap" align="baseline">
          <Text size={1} weight="medium">
            <IntentLink intent="edit" params={{id: document._id, type: document._type, ...(path ? {path} : {})}}>
              {documentTitle(document, editorLocale())}
            </IntentLink>
          </Text>
          <Text size={1} muted>
            {[schema.get(document._type)?.title, place].filter(Boolean).join(' › ')}
          </Text>
        </Flex>
      )}
      <Text size={1}>{findingWords(finding, editorLocale())}</Text>
    </Stack>
  )
}
