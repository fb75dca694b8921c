import {ArrowLeftIcon} from '@sanity/icons/ArrowLeft'
import {EnvelopeIcon} from '@sanity/icons/Envelope'
import {Box, Button, Card, Flex, Heading, Select, Stack, TextInput, useMediaIndex} from '@sanity/ui'
import {type CSSProperties, useCallback, useEffect, useMemo, useRef, useState} from 'react'
import {definePlugin, type Tool, useClient} from 'sanity'
import {
  type Enquiry,
  type EnquiryChange,
  type EnquiryFilter,
  type EnquiryPage,
  type EnquiryStatus,
  enquiryStatuses,
  longestSearch,
} from '../../enquiries/enquiry.ts'
import type {ContentSource} from '../../sanity/env.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {Problem} from '../layout/ToolFrame.tsx'
import {useBusy} from '../layout/useBusy.ts'
import {LeftTexts} from '../saving/LeftTexts.tsx'
import {saveFile} from '../saving/saveFile.ts'
import {settleText} from '../saving/UnsavedTexts.ts'
import {EnquiryDetail} from './EnquiryDetail.tsx'
import {EnquiryList} from './EnquiryList.tsx'
import {type EnquiriesApi, EnquiryApiError, enquiriesApi} from './enquiriesApi.ts'
import {errorMessage, statusLabels} from './labels.ts'
import {unsavedNotes} from './unsavedNotes.ts'

/** The Studio's tool *Enquiries*. Its data come from the site's server, not from the content API. */
export const enquiriesTool = definePlugin((source: ContentSource) => ({
  name: 'enquiries',
  tools: [
    {
      name: 'enquiries',
      title: label('咨询', 'Enquiries'),
      icon: EnvelopeIcon,
      component: EnquiriesTool,
      options: source,
    },
  ],
}))

/** The width from which an enquiry is read beside the list, as an index of Sanity UI's media: 900 pixels. */
const besideFrom = 3

/** In sight wherever the list is scrolled to. */
const beside: CSSProperties = {
  position: 'sticky',
  insetBlockStart: '1.25rem',
  maxBlockSize: 'calc(100dvh - 6rem)',
  overflow: 'auto',
}

/** Search, read, follow up, export and erase enquiries. */
export function EnquiriesTool({tool}: {tool: Tool<ContentSource>}) {
  const client = useClient({apiVersion: __CONTENT_SOURCE__.apiVersion})
  const source = tool.options ?? __CONTENT_SOURCE__
  const api = useMemo(() => enquiriesApi(client, source), [client, source])
  const [status, setStatus] = useState<EnquiryStatus>()
  const [text, setText] = useState('')
  /** Kept apart from the list, which may be loaded again without it. */
  const [chosen, setChosen] = useState<Enquiry>()
  const [problem, setProblem] = useState<unknown>()
  const {page, error, loading, reload, more, replace} = useEnquiries(api, {status, text})
  const listed = page?.enquiries.find(({id}) => id === chosen?.id)
  // The list may have been asked for before the last change.
  const enquiry = listed && chosen && listed.changedAt < chosen.changedAt ? chosen : (listed ?? chosen)
  const shownProblem = error ?? problem
  const isRefused = page === undefined && error instanceof EnquiryApiError && error.status === 403
  const isBeside = useMediaIndex() >= besideFrom
  const columns = useColumns(isBeside ? undefined : enquiry?.id)
  const total = page && Object.values(page.counts).reduce((sum, count) => sum + count, 0)

  const attempt = (work: Promise<void>) => {
    setProblem(undefined)
    return work.catch(setProblem)
  }
  /** Closes an enquiry that has been erased. */
  const leave = (id: string) => {
    setChosen((now) => (now?.id === id ? undefined : now))
    reload()
  }
  const leaveIfGone = (id: string) => (error: unknown) => {
    if (error instanceof EnquiryApiError && error.status === 404) leave(id)
    throw error
  }
  const exporting = useBusy()
  const exportAll = () => attempt(api.exportCsv({status, text}).then((csv) => saveFile(csv, 'enquiries.csv')))
  const change = async ({id}: Enquiry, changes: EnquiryChange) => {
    const changed = await api.change(id, changes).catch(leaveIfGone(id))
    // Two changes may be answered in the other order.
    setChosen((now) => (now?.id === id && now.changedAt <= changed.changedAt ? changed : now))
    replace(changed)
    if (changes.note?.text === changed.note) settleText(unsavedNotes, id, changed.note)
  }
  const forget = async ({id}: Enquiry) => {
    await api.forget(id).catch(leaveIfGone(id))
    unsavedNotes.drop(id)
    leave(id)
  }

  return (
    <Card as="main" height="fill" overflow="auto">
      <Stack gap={4} padding={4}>
        <Flex gap={3} align="center" justify="space-between" wrap="wrap">
          <Heading as="h1" size={2}>
            {label('咨询', 'Enquiries')}
          </Heading>
          {!isRefused && (
            <Flex gap={2} wrap="wrap" align="center">
              <Box>
                <Select
                  aria-label={label('状态', 'Status')}
                  value={status ?? ''}
                  onChange={({currentTarget}) => setStatus(enquiryStatuses.find((one) => one === currentTarget.value))}
                >
                  <option value="">{`${label('全部', 'All')}${counted(total)}`}</option>
                  {enquiryStatuses.map((one) => (
                    <option key={one} value={one}>
                      {`${statusLabels[one]}${counted(page?.counts[one])}`}
                    </option>
                  ))}
                </Select>
              </Box>
              <Box style={{inlineSize: '16rem'}}>
                <TextInput
                  type="search"
                  aria-label={label('搜索', 'Search')}
                  placeholder={label('搜索姓名、公司、留言…', 'Name, company, message…')}
                  maxLength={longestSearch}
                  value={text}
                  onChange={({currentTarget}) => setText(currentTarget.value)}
                />
              </Box>
              <Button
                mode="ghost"
                text={label('刷新', 'Refresh')}
                onClick={() => {
                  setProblem(undefined)
                  reload()
                }}
              />
              <Button
                mode="ghost"
                text={label('导出 CSV', 'Export CSV')}
                loading={exporting.isBusy}
                onClick={() => void exporting.run(exportAll)}
              />
            </Flex>
          )}
        </Flex>
        {shownProblem !== undefined && <Problem>{errorMessage(shownProblem)}</Problem>}
        {page && (
          <LeftTexts
            hasField={(id) => id === enquiry?.id || page.enquiries.some((one) => one.id === id)}
            texts={unsavedNotes}
            title={label(
              '这些备注还没有保存，它们的咨询不在下面：可能被筛掉了，在更早的里面，或者已经删除。',
              'These notes are not saved, and their enquiries are not below: filtered out, among the earlier ones, or erased.',
            )}
          />
        )}
        <Flex ref={columns} gap={4} align="flex-start">
          <Box flex={1} style={{minInlineSize: 0, ...(enquiry && !isBeside && {display: 'none'})}}>
            <EnquiryList
              page={page}
              loading={loading}
              chosen={chosen?.id}
              onChoose={setChosen}
              onMore={() => void attempt(more())}
            />
          </Box>
          {enquiry && (
            <Box flex={2} style={{minInlineSize: 0, ...(isBeside && beside)}}>
              <Stack gap={3}>
                {!isBeside && (
                  <Flex>
                    <Button
                      mode="bleed"
                      icon={ArrowLeftIcon}
                      text={label('返回列表', 'Back to the list')}
                      onClick={() => setChosen(undefined)}
                    />
                  </Flex>
                )}
                <EnquiryDetail
                  key={enquiry.id}
                  enquiry={enquiry}
                  onChange={(changes) => attempt(change(enquiry, changes))}
                  onForget={() => attempt(forget(enquiry))}
                />
              </Stack>
            </Box>
          )}
        </Flex>
      </Stack>
    </Card>
  )
}

/** ` (3)`; empty while the number is not known. */
const counted = (count: number | undefined) => (count === undefined ? '' : ` (${count})`)

/** Where the enquiry takes the list's place, hands the focus on: to the enquiry that opens, and back to its row. */
function useColumns(opened: string | undefined) {
  const columns = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened === undefined) return
    const element = columns.current
    element?.querySelector<HTMLElement>('[data-testid="enquiry"] h2')?.focus()
    return () => {
      const row = [...(element?.querySelectorAll<HTMLElement>('[data-enquiry]') ?? [])]
      row.find(({dataset}) => dataset.enquiry === opened)?.focus()
    }
  }, [opened])
  return columns
}

interface Shown {
  page?: EnquiryPage | undefined
  error?: unknown
  loading: boolean
}

/** Milliseconds until enquiries that came in are seen by somebody who looks at the list. */
const reloadEvery = 60_000

/**
 * Loads the enquiries that match a filter; again when the filter changes, on `reload`, when the tab becomes visible, and each minute
 * while it is.
 */
function useEnquiries(api: EnquiriesApi, {status, text}: EnquiryFilter) {
  const [shown, setShown] = useState<Shown>({loading: true})
  /** What is shown now, and of which filter. */
  const listed = useRef({status, text, count: 0})
  const [reloads, setReloads] = useState(0)
  const reload = useCallback(() => setReloads((number) => number + 1), [])
  /** Whether the list has not been asked for anew since. */
  const isLatest = useRef<() => boolean>(() => true)

  useEffect(() => {
    listed.current.count = shown.page?.enquiries.length ?? 0
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reloads` repeats the request.
  useEffect(() => {
    let isCurrent = true
    isLatest.current = () => isCurrent
    const isSame = listed.current.status === status && listed.current.text === text
    const count = isSame ? listed.current.count : 0
    listed.current = {status, text, count}
    setShown(({page}) => ({page, loading: true}))
    // Debounces typing.
    const timer = setTimeout(
      () =>
        searchFirst(api, {status, text}, count).then(
          (page) => isCurrent && setShown({page, loading: false}),
          (error: unknown) => isCurrent && setShown(({page}) => ({page, error, loading: false})),
        ),
      text ? 250 : 0,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [api, status, text, reloads])

  useEffect(() => {
    const reloadIfVisible = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', reloadIfVisible)
    const timer = setInterval(reloadIfVisible, reloadEvery)
    return () => {
      document.removeEventListener('visibilitychange', reloadIfVisible)
      clearInterval(timer)
    }
  }, [reload])

  const more = async () => {
    if (!shown.page || shown.loading) return
    const isCurrent = isLatest.current
    setShown(({page}) => ({page, loading: true}))
    try {
      const page = await searchBelow(api, {status, text}, shown.page)
      if (isCurrent()) setShown({page, loading: false})
    } catch (failure) {
      if (!isCurrent()) return
      setShown(({page}) => ({page, loading: false}))
      throw failure
    }
  }

  /** Replaces a changed enquiry without loading the list again. */
  const replace = (enquiry: Enquiry) =>
    setShown(({page, ...others}) => ({...others, page: page && withChanged(page, enquiry)}))

  return {...shown, reload, more, replace}
}

/** The first enquiries, as many pages as it takes to have the given number. */
async function searchFirst(api: EnquiriesApi, filter: EnquiryFilter, count: number): Promise<EnquiryPage> {
  let page = await api.search(filter)
  while (page.more && page.enquiries.length < count) page = await searchBelow(api, filter, page)
  return page
}

/** A page with the one that follows it. */
async function searchBelow(api: EnquiriesApi, filter: EnquiryFilter, {enquiries}: EnquiryPage): Promise<EnquiryPage> {
  const last = enquiries.at(-1)
  const next = await api.search({...filter, ...(last && {before: {createdAt: last.createdAt, id: last.id}})})
  return {...next, enquiries: [...enquiries, ...next.enquiries]}
}

function withChanged({counts, enquiries, more}: EnquiryPage, changed: Enquiry): EnquiryPage {
  const listed = enquiries.find(({id}) => id === changed.id)
  if (listed && listed.changedAt > changed.changedAt) return {counts, enquiries, more}
  const former = listed?.status ?? changed.status
  const {[former]: left, [changed.status]: joined} = counts
  return {
    more,
    enquiries: enquiries.map((one) => (one.id === changed.id ? changed : one)),
    counts: former === changed.status ? counts : {...counts, [former]: left - 1, [changed.status]: joined + 1},
  }
}
