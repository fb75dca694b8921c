import {Box, Button, Card, Flex, Heading, Select, Stack, Text, TextInput} from '@sanity/ui'
import {useMemo, useState} from 'react'
import {type Tool, useClient} from 'sanity'
import {type EnquiryStatus, enquiryStatuses} from '../../enquiries/enquiry.ts'
import type {ContentSource} from '../../sanity/env.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {EnquiryDetail} from './EnquiryDetail.tsx'
import {EnquiryList} from './EnquiryList.tsx'
import {enquiriesApi} from './enquiriesApi.ts'
import {saveFile} from './saveFile.ts'
import {useEnquiries} from './useEnquiries.ts'
import {problemWords, statusWords} from './words.ts'

/** What visitors have sent: found, read, followed up, exported, erased. */
export function EnquiriesTool({tool}: {tool: Tool<ContentSource>}) {
  const client = useClient({apiVersion: __CONTENT_SOURCE__.apiVersion})
  const source = tool.options ?? __CONTENT_SOURCE__
  const api = useMemo(() => enquiriesApi(client, source), [client, source])
  const [status, setStatus] = useState<EnquiryStatus>()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const {page, error, loading, reload, more, replace} = useEnquiries(api, {status, text})
  const enquiry = page?.enquiries.find(({id}) => id === chosen)
  const shownProblem = error ?? problem
  const total = page ? Object.values(page.counts).reduce((sum, count) => sum + count, 0) : 0

  const exportAll = () => api.exportCsv({status, text}).then((csv) => saveFile(csv, 'enquiries.csv'), setProblem)

  return (
    <Card height="fill" overflow="auto">
      <Stack gap={4} padding={4}>
        <Flex gap={3} align="center" justify="space-between" wrap="wrap">
          <Heading as="h1" size={2}>
            {label('咨询', 'Enquiries')}
          </Heading>
          <Flex gap={2} wrap="wrap" align="center">
            <Box>
              <Select
                aria-label={label('状态', 'Status')}
                value={status ?? ''}
                onChange={({currentTarget}) => setStatus(enquiryStatuses.find((one) => one === currentTarget.value))}
              >
                <option value="">{`${label('全部', 'All')} (${total})`}</option>
                {enquiryStatuses.map((one) => (
                  <option key={one} value={one}>
                    {`${statusWords[one]} (${page?.counts[one] ?? 0})`}
                  </option>
                ))}
              </Select>
            </Box>
            <Box style={{inlineSize: '16rem'}}>
              <TextInput
                type="search"
                aria-label={label('搜索', 'Search')}
                placeholder={label('搜索姓名、公司、留言…', 'Name, company, message…')}
                value={text}
                onChange={({currentTarget}) => setText(currentTarget.value)}
              />
            </Box>
            <Button mode="ghost" text={label('刷新', 'Refresh')} onClick={reload} />
            <Button mode="ghost" text={label('导出 CSV', 'Export CSV')} onClick={exportAll} />
          </Flex>
        </Flex>
        {shownProblem !== undefined && (
          <Card tone="critical" padding={3} radius={2} border role="alert">
            <Text size={1}>{problemWords(shownProblem)}</Text>
          </Card>
        )}
        <Flex gap={4} align="flex-start" wrap="wrap">
          <Box flex={1} style={{minInlineSize: '18rem'}}>
            <EnquiryList
              page={page}
              loading={loading}
              chosen={chosen}
              onChoose={setChosen}
              onMore={() => void more().catch(setProblem)}
            />
          </Box>
          {enquiry && (
            <Box flex={2} style={{minInlineSize: '20rem'}}>
              <EnquiryDetail
                key={enquiry.id}
                enquiry={enquiry}
                onChange={(change) => api.change(enquiry.id, change).then(replace, setProblem)}
                onForget={() => api.forget(enquiry.id).then(reload, setProblem)}
              />
            </Box>
          )}
        </Flex>
      </Stack>
    </Card>
  )
}
