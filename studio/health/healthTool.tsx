import {CheckmarkCircleIcon} from '@sanity/icons/CheckmarkCircle'
import {Badge, Box, Button, Card, Flex, Heading, Stack, Text} from '@sanity/ui'
import {useMemo, useState} from 'react'
import {definePlugin, type Schema, useSchema} from 'sanity'
import {type ContentDocument, documentTitle, publishedOnly, withDrafts} from '../../sanity/health/contentDocuments.ts'
import {attributeCount, attributeLimit, datasetFindings} from '../../sanity/health/datasetFindings.ts'
import type {Finding} from '../../sanity/health/Finding.ts'
import {checkTitles, findingMessage, type NameOf, namesOf} from '../../sanity/health/findingMessage.ts'
import {completeness} from '../../sanity/health/languages.ts'
import {launchChecks} from '../../sanity/health/launch.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {FieldLink} from '../focus/FieldLink.tsx'
import {Loading, Problem, ToolFrame} from '../layout/ToolFrame.tsx'
import {useNow} from '../layout/useNow.ts'
import {useSiteDocuments, useSiteDocumentsProblem} from '../structure/siteDocuments.ts'
import {describePath} from './describePath.ts'
import {fieldPath} from './fieldPath.ts'

interface FindingGroupsProps {
  findings: readonly Finding[]
  documents: readonly ContentDocument[]
}

/** Findings grouped by check, each with a link to its document and field. */
function FindingGroups({findings, documents}: FindingGroupsProps) {
  const schema = useSchema()
  const byId = new Map(documents.map((document) => [document._id, document]))
  const nameOf = namesOf(documents, editorLocale())
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
            <FindingRow
              finding={finding}
              document={byId.get(finding.document?.id ?? '')}
              schema={schema}
              nameOf={nameOf}
            />
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
  nameOf: NameOf
}

function FindingRow({finding, document, schema, nameOf}: FindingRowProps) {
  const {path} = finding
  const place = document && path ? describePath(schema, document, path) : ''
  const field = document && path ? fieldPath(schema, document, path) : undefined
  return (
    <Stack gap={3}>
      {document && (
        <Flex gap={2} wrap="wrap" align="baseline">
          <Text size={1} weight="medium">
            <FieldLink id={document._id} type={document._type} path={field}>
              {documentTitle(document, editorLocale())}
            </FieldLink>
          </Text>
          <Text size={1} muted>
            {[schema.get(document._type)?.title, place].filter(Boolean).join(' › ')}
          </Text>
        </Flex>
      )}
      <Text size={1}>{findingMessage(finding, editorLocale(), nameOf)}</Text>
    </Stack>
  )
}

/** Findings of the published content, or of the content with all drafts. */
function HealthTool() {
  const documents = useSiteDocuments()
  const problem = useSiteDocumentsProblem()
  const [isWithDrafts, setWithDrafts] = useState(false)
  return (
    <ToolFrame
      title={label('内容健康检查', 'Content health')}
      description={label('每次有人修改内容，都会重新检查。', 'Checked again whenever somebody changes the content.')}
      action={
        <Flex gap={1}>
          <Button
            aria-pressed={!isWithDrafts}
            mode={isWithDrafts ? 'ghost' : 'default'}
            text={label('已发布的内容', 'What is published')}
            onClick={() => setWithDrafts(false)}
          />
          <Button
            aria-pressed={isWithDrafts}
            mode={isWithDrafts ? 'default' : 'ghost'}
            text={label('连同草稿', 'With all drafts')}
            onClick={() => setWithDrafts(true)}
          />
        </Flex>
      }
    >
      {problem && <Problem>{label('没能读取内容：', 'The content could not be read: ') + problem}</Problem>}
      {documents ? (
        <Report documents={isWithDrafts ? withDrafts(documents) : publishedOnly(documents)} />
      ) : (
        !problem && <Loading />
      )}
    </ToolFrame>
  )
}

function Report({documents}: {documents: ContentDocument[]}) {
  const now = useNow()
  const findings = useMemo(() => datasetFindings(documents, now), [documents, now])
  const forLaunch = findings.filter(({check}) => launchChecks.has(check))
  const others = findings.filter(({check}) => !launchChecks.has(check))
  const errors = others.filter(({severity}) => severity === 'error').length
  const {filled, total} = completeness(...documents)
  return (
    <Stack gap={5}>
      <Flex gap={3} wrap="wrap" data-testid="health-summary">
        <Figure
          value={String(errors)}
          text={label('要改正', 'to put right')}
          tone={errors > 0 ? 'critical' : 'positive'}
        />
        <Figure
          value={String(forLaunch.length)}
          text={label('上线前要填', 'to fill in before launch')}
          tone={forLaunch.length > 0 ? 'caution' : 'positive'}
        />
        <Figure
          value={String(others.length - errors)}
          text={label('要留意', 'to keep in mind')}
          tone={others.length > errors ? 'caution' : 'positive'}
        />
        <Figure value={`${filled} / ${total}`} text={label('处文字有英文', 'texts are in English, too')} />
        <Figure
          value={`${attributeCount(documents)} / ${attributeLimit}`}
          text={label('种字段（Sanity 最小套餐的上限）', 'different fields (the limit of Sanity’s smallest plan)')}
        />
      </Flex>
      {findings.length === 0 ? (
        <Card tone="positive" padding={4} radius={2} border>
          <Text size={1}>{label('没有发现问题。', 'No problems found.')}</Text>
        </Card>
      ) : (
        <>
          <LaunchCheck findings={forLaunch} documents={documents} />
          <FindingGroups findings={others} documents={documents} />
        </>
      )}
    </Stack>
  )
}

/** The launch check: facts that only the company knows, required before the site goes live. */
function LaunchCheck({findings, documents}: FindingGroupsProps) {
  return (
    <Card border padding={4} radius={2} tone={findings.length > 0 ? 'caution' : 'positive'} data-testid="launch-check">
      <Stack gap={5}>
        <Stack gap={3}>
          <Heading as="h2" size={1}>
            {label('上线检查', 'Launch check')}
          </Heading>
          <Text size={1} muted>
            {findings.length > 0
              ? label(
                  `上线之前还差 ${findings.length} 处，只有公司自己知道。填好之前，访客看不到这些内容。`,
                  `${findings.length} to fill in before the site goes live, by people who know the facts. Until then visitors do not see them.`,
                )
              : label('该有的都有了，可以上线。', 'Everything is there: the site can go live.')}
          </Text>
        </Stack>
        <FindingGroups findings={findings} documents={documents} />
      </Stack>
    </Card>
  )
}

interface FigureProps {
  value: string
  text: string
  tone?: 'critical' | 'caution' | 'positive' | 'default'
}

function Figure({value, text, tone = 'default'}: FigureProps) {
  return (
    <Card tone={tone} padding={3} radius={2} border flex={1} style={{minWidth: 150}}>
      <Stack gap={3}>
        <Box>
          <Text size={3} weight="semibold" style={{fontVariantNumeric: 'tabular-nums'}}>
            {value}
          </Text>
        </Box>
        <Text size={1} muted>
          {text}
        </Text>
      </Stack>
    </Card>
  )
}

/** The Studio's tool *Health*: findings with links to their fields. */
export const healthTool = definePlugin({
  name: 'health',
  tools: [
    {name: 'contentHealth', title: label('健康检查', 'Health'), icon: CheckmarkCircleIcon, component: HealthTool},
  ],
})
