import {Box, Button, Card, Container, Flex, Heading, Spinner, Stack, Text} from '@sanity/ui'
import {useMemo, useState} from 'react'
import {attributeCount, attributeLimit} from '../../sanity/health/attributeCount.ts'
import type {ContentDocument} from '../../sanity/health/ContentDocument.ts'
import {completeness} from '../../sanity/health/completeness.ts'
import {datasetFindings} from '../../sanity/health/datasetFindings.ts'
import {publishedOnly, withDrafts} from '../../sanity/health/perspectives.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {FindingGroups} from './FindingGroups.tsx'
import {useContent} from './useContent.ts'

/** What is wrong with the content, or not yet as it should be: as visitors have it, or as it would be with all drafts. */
export function HealthTool() {
  const {documents, error} = useContent()
  const [isWithDrafts, setWithDrafts] = useState(false)
  return (
    <Card height="fill" overflow="auto">
      <Container width={2} paddingX={4} paddingY={5}>
        <Stack gap={5}>
          <Flex gap={3} justify="space-between" align="flex-end" wrap="wrap">
            <Stack gap={3} flex={1} style={{minWidth: 260}}>
              <Heading as="h1" size={2}>
                {label('内容健康检查', 'Content health')}
              </Heading>
              <Text size={1} muted>
                {label('每次有人修改内容，都会重新检查。', 'Checked anew whenever somebody changes the content.')}
              </Text>
            </Stack>
            <Flex gap={1}>
              <Button
                mode={isWithDrafts ? 'ghost' : 'default'}
                text={label('已发布的内容', 'What is published')}
                onClick={() => setWithDrafts(false)}
              />
              <Button
                mode={isWithDrafts ? 'default' : 'ghost'}
                text={label('连同草稿', 'With all drafts')}
                onClick={() => setWithDrafts(true)}
              />
            </Flex>
          </Flex>
          {error && (
            <Card tone="critical" padding={3} radius={2}>
              <Text size={1}>{label('没能读取内容：', 'The content could not be read: ') + error.message}</Text>
            </Card>
          )}
          {documents ? (
            <Report documents={isWithDrafts ? withDrafts(documents) : publishedOnly(documents)} />
          ) : (
            !error && <Spinner muted />
          )}
        </Stack>
      </Container>
    </Card>
  )
}

function Report({documents}: {documents: ContentDocument[]}) {
  const findings = useMemo(() => datasetFindings(documents, new Date()), [documents])
  const errors = findings.filter(({severity}) => severity === 'error').length
  const {filled, total} = completeness(...documents)
  return (
    <Stack gap={5}>
      <Flex gap={3} wrap="wrap" data-testid="health-summary">
        <Figure
          value={String(errors)}
          text={label('要改正', 'to put right')}
          tone={errors > 0 ? 'critical' : 'positive'}
        />
        <Figure value={String(findings.length - errors)} text={label('要留意', 'to keep in mind')} tone="caution" />
        <Figure value={`${filled} / ${total}`} text={label('处文字有英文', 'texts are in English, too')} />
        <Figure
          value={`${attributeCount(documents)} / ${attributeLimit}`}
          text={label('个字段（托管最小套餐的上限）', 'attributes (limit of the smallest hosted plan)')}
        />
      </Flex>
      {findings.length === 0 ? (
        <Card tone="positive" padding={4} radius={2} border>
          <Text size={1}>{label('没有发现问题。', 'Nothing was found.')}</Text>
        </Card>
      ) : (
        <FindingGroups findings={findings} documents={documents} />
      )}
    </Stack>
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
