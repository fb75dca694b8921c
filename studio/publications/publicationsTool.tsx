import type {MutationEvent} from '@sanity/client'
import {ClipboardIcon} from '@sanity/icons/Clipboard'
import {Badge, Box, Button, Card, Flex, Select, Stack, Text, TextInput} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {useEffect, useMemo, useRef, useState} from 'react'
import {definePlugin, type Tool, useClient, useSchema} from 'sanity'
import {useRouter} from 'sanity/router'
import {apiVersion, type ContentSource} from '../../sanity/env.ts'
import {isFixedType} from '../../sanity/fixedDocuments.ts'
import {type ContentDocument, documentTitle, publishedId, publishedOnly} from '../../sanity/health/contentDocuments.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {FieldLink} from '../focus/FieldLink.tsx'
import {failureToast, reasonOf} from '../lake/reasonOf.ts'
import {useLiveQuery} from '../lake/useLiveQuery.ts'
import {userNames} from '../lake/userNames.ts'
import {formatTime} from '../language/formatTime.ts'
import {Loading, Problem, ToolFrame} from '../layout/ToolFrame.tsx'
import {useBusy} from '../layout/useBusy.ts'
import {saveFile} from '../saving/saveFile.ts'
import {type Publication, type PublicationFilter, type PublicationsPage, publicationsApi} from './publicationsApi.ts'
import {causeOf, kindLabels, publicationsCsv} from './publicationsCsv.ts'

/** The Studio's tool *Published*: who published what, and when. */
export const publicationsTool = definePlugin((source: ContentSource) => ({
  name: 'publications',
  tools: [
    {
      name: 'publications',
      title: label('发布记录', 'Published'),
      icon: ClipboardIcon,
      component: PublicationsTool,
      options: source,
    },
  ],
}))

const nobody: PublicationFilter = {author: '', from: '', to: ''}

function PublicationsTool({tool}: {tool: Tool<ContentSource>}) {
  const [filter, setFilter] = useState(nobody)
  const embedded = tool.options?.embedded === true
  return (
    <ToolFrame
      title={label('发布记录', 'Published')}
      description={label('访客能看到的内容，谁在什么时候改的。', 'Who changed what visitors see, and when.')}
    >
      {embedded ? <Record filter={filter} onFilter={setFilter} /> : <Hosted />}
    </ToolFrame>
  )
}

function Hosted() {
  return (
    <Card border padding={4} radius={2}>
      <Text size={1}>
        {label(
          '内容存放在 Sanity：它的历史只能一份文档一份文档地看，没有整个网站的列表。请打开文档，在“历史记录”里查看。',
          'The content is kept at Sanity, where the history can be read for one document at a time only, not for the whole site. Open a document and look at its history.',
        )}
      </Text>
    </Card>
  )
}

interface RecordProps {
  filter: PublicationFilter
  onFilter: (filter: PublicationFilter) => void
}

function Record({filter, onFilter}: RecordProps) {
  const {found, cursor, people, isLoading, problem, ...record} = usePublications(filter)
  const exporting = useBusy()
  const set = (change: Partial<PublicationFilter>) => onFilter({...filter, ...change})
  return (
    <Stack gap={4}>
      <Flex gap={2} wrap="wrap" align="center">
        <Box style={{minInlineSize: '11rem'}}>
          <Select
            aria-label={label('人员', 'Person')}
            value={filter.author}
            onChange={({currentTarget}) => set({author: currentTarget.value})}
          >
            <option value="">{label('所有人', 'Everybody')}</option>
            {people.map((id) => (
              <option key={id} value={id}>
                {record.nameOf(id)}
              </option>
            ))}
          </Select>
        </Box>
        <DateField title={label('从', 'From')} value={filter.from} onChange={(from) => set({from})} />
        <DateField title={label('到', 'To')} value={filter.to} onChange={(to) => set({to})} />
        <Button
          mode="ghost"
          text={label('导出 CSV', 'Export CSV')}
          loading={exporting.isBusy}
          onClick={() => void exporting.run(record.exportCsv)}
        />
      </Flex>
      {problem !== undefined && (
        <Problem onRetry={record.reload}>
          {label('没能读取：', 'This could not be loaded: ')}
          {problem}
        </Problem>
      )}
      {found.length > 0 && (
        <Card border radius={2} data-testid="publications">
          {found.map((publication, index) => (
            <Card
              key={`${publication.time} ${publication.documentId}`}
              padding={3}
              {...(index > 0 ? {borderTop: true} : {})}
            >
              <PublicationRow
                publication={publication}
                name={record.nameOf(publication.author)}
                title={record.titleOf(publication)}
                isThere={record.isThere(publication)}
                onBringBack={() => record.bringBack(publication)}
              />
            </Card>
          ))}
        </Card>
      )}
      {found.length === 0 && !isLoading && problem === undefined && (
        <Card border padding={4} radius={2}>
          <Text size={1} muted>
            {label('没有符合条件的记录。', 'Nothing matches.')}
          </Text>
        </Card>
      )}
      {isLoading && <Loading />}
      {cursor && (
        <Button
          mode="ghost"
          text={label('再看更早的', 'Show earlier ones')}
          onClick={() => !isLoading && void record.more()}
        />
      )}
    </Stack>
  )
}

interface DateFieldProps {
  title: string
  value: string
  onChange: (value: string) => void
}

function DateField({title, value, onChange}: DateFieldProps) {
  return (
    <Flex gap={2} align="center">
      <Text size={1} muted aria-hidden>
        {title}
      </Text>
      <TextInput
        type="date"
        // Without it a year may have six digits, which no date has.
        max="9999-12-31"
        aria-label={title}
        value={value}
        onChange={({currentTarget}) => onChange(currentTarget.value)}
      />
    </Flex>
  )
}

const kindTones = {published: 'positive', changed: 'primary', removed: 'caution'} as const

interface PublicationRowProps {
  publication: Publication
  name: string
  title: string
  /** The document can be opened. */
  isThere: boolean
  onBringBack: () => Promise<void>
}

function PublicationRow({publication, name, title, isThere, onBringBack}: PublicationRowProps) {
  const {time, documentId, documentType, kind} = publication
  const router = useRouter()
  const toast = useToast()
  const bringing = useBusy()
  const bringBack = async () => {
    try {
      await onBringBack()
      router.navigateIntent('edit', {id: documentId, type: documentType})
    } catch (error) {
      const title = label('没有恢复。', 'Not brought back.')
      toast.push(failureToast(`bring-back-${documentId}`, title, error))
    }
  }
  const type = useSchema().get(documentType)?.title ?? documentType
  return (
    <Flex gap={3} wrap="wrap" justify="space-between" align="flex-start">
      <Stack gap={3} flex={1} style={{minInlineSize: '14rem'}}>
        <Text size={1} weight="medium" style={{overflowWrap: 'anywhere'}}>
          {isThere ? (
            <FieldLink id={documentId} type={documentType} path={undefined}>
              {title}
            </FieldLink>
          ) : (
            title
          )}
        </Text>
        <Text size={1} muted>
          {[type, causeOf(publication), ...(isThere ? [] : [label('已经不在', 'No longer there')])].join(' · ')}
        </Text>
      </Stack>
      <Flex gap={3} align="center" wrap="wrap">
        {kind === 'removed' && !isThere && !isFixedType(documentType) && (
          <Button
            mode="ghost"
            padding={2}
            text={label('恢复为草稿', 'Bring back as a draft')}
            aria-label={`${label('恢复为草稿', 'Bring back as a draft')}: ${title}`}
            loading={bringing.isBusy}
            onClick={() => void bringing.run(bringBack)}
          />
        )}
        <Badge tone={kindTones[kind]}>{kindLabels[kind]}</Badge>
        <Text size={1}>{name}</Text>
        <Text size={1} muted style={{fontVariantNumeric: 'tabular-nums'}}>
          {formatTime(Date.parse(time))}
        </Text>
      </Flex>
    </Flex>
  )
}

/** Titles by document id; of a deleted document its last one. */
type Titles = ReadonlyMap<string, {title: string; isThere: boolean}>

interface Loaded {
  found: Publication[]
  /** What the rows were loaded with. */
  filter?: PublicationFilter
  cursor?: string | undefined
  isLoading: boolean
  problem?: string | undefined
}

/** What visitors see changes with documents that have no dot in their ids. */
const isPublic = ({documentId}: MutationEvent) => !documentId.includes('.')

const isSame = (one: Publication, other: Publication | undefined) =>
  one.time === other?.time && one.documentId === other.documentId

/** Returns the first rows as they are now, and those that were loaded after them. */
function withEarlier(
  {publications, nextCursor}: PublicationsPage,
  {found, cursor}: Loaded,
): Pick<Loaded, 'found' | 'cursor'> {
  const last = found.findIndex((row) => isSame(row, publications.at(-1)))
  return last < 0
    ? {found: publications, cursor: nextCursor}
    : {found: [...publications, ...found.slice(last + 1)], cursor}
}

/** Loads the record, again after each publish, the names of its people and the titles of its documents. */
export function usePublications(filter: PublicationFilter) {
  const client = useClient({apiVersion})
  const api = useMemo(() => publicationsApi(client), [client])
  const [loaded, setLoaded] = useState<Loaded>({found: [], isLoading: true})
  const {result: changedAt, problem} = useLiveQuery<string>({
    query: 'now()',
    watched: '*',
    isWatched: isPublic,
    tag: 'publications',
    pause: 500,
  })
  const [people, setPeople] = useState<string[]>([])
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [titles, setTitles] = useState<Titles>(new Map())

  /** Looks up what the rows name. */
  const describe = async (rows: readonly Publication[], others: readonly string[] = []) => {
    const authors = [...new Set([...others, ...rows.map(({author}) => author)])]
    const ids = [...new Set(rows.map(({documentId}) => documentId))]
    const documents = await client.fetch<ContentDocument[]>(
      '*[_id in $ids || _id in $drafts]',
      {ids, drafts: ids.map((id) => `drafts.${id}`)},
      {perspective: 'raw'},
    )
    const present = new Set(documents.map(({_id}) => publishedId(_id)))
    const gone = ids.filter((id) => !present.has(id))
    // The later one counts: a draft may say what visitors never read.
    const described = [...documents, ...publishedOnly(documents), ...(await api.lastStates(gone))]
    const found = {
      names: await userNames(client, authors),
      titles: new Map(
        described.map((document) => {
          const id = publishedId(document._id)
          return [id, {title: documentTitle(document, editorLocale()), isThere: present.has(id)}]
        }),
      ),
    }
    setPeople((before) => [...new Set([...before, ...authors])])
    setNames((before) => new Map([...before, ...found.names]))
    setTitles((before) => new Map([...before, ...found.titles]))
    return found
  }

  const latest = useRef(filter)
  const [reloads, setReloads] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `describe` belongs to the client; `reloads` repeats the request.
  useEffect(() => {
    let isCurrent = true
    latest.current = filter
    setLoaded((before) => (before.filter === filter ? before : {found: before.found, isLoading: true}))
    if (changedAt === undefined) return
    const load = async () => {
      const [page, members] = await Promise.all([api.load(filter), api.members()])
      await describe(page.publications, members)
      const fresh = {found: page.publications, cursor: page.nextCursor}
      if (isCurrent)
        setLoaded((before) => ({
          ...(before.filter === filter ? withEarlier(page, before) : fresh),
          filter,
          isLoading: false,
        }))
    }
    load().catch((error) => {
      if (!isCurrent) return
      // Rows of this filter stay: they may be out of date, which the problem says.
      setLoaded((before) => ({
        ...(before.filter === filter ? before : {found: []}),
        isLoading: false,
        problem: reasonOf(error),
      }))
    })
    return () => {
      isCurrent = false
    }
  }, [api, filter, changedAt, reloads])

  /** Updates the rows, unless the filter has changed meanwhile and they are another's. */
  const update = (change: (before: Loaded) => Loaded) => {
    if (latest.current === filter) setLoaded(change)
  }
  const attempt = (work: () => Promise<void>) => async () => {
    update((before) => ({...before, isLoading: true, problem: undefined}))
    try {
      await work()
      update((before) => ({...before, isLoading: false}))
    } catch (error) {
      update((before) => ({...before, isLoading: false, problem: reasonOf(error)}))
    }
  }
  const named = (knownNames: ReadonlyMap<string, string>, knownTitles: Titles) => ({
    nameOf: (id: string) => knownNames.get(id) ?? id,
    titleOf: ({documentId}: Publication) => knownTitles.get(documentId)?.title ?? documentId,
    isThere: ({documentId}: Publication) => knownTitles.get(documentId)?.isThere === true,
  })
  return {
    ...loaded,
    problem: loaded.problem ?? problem,
    people,
    ...named(names, titles),
    reload: () => setReloads((number) => number + 1),
    more: attempt(async () => {
      const page = await api.load(filter, loaded.cursor)
      await describe(page.publications)
      update((before) => ({
        ...before,
        found: [...before.found, ...page.publications],
        cursor: page.nextCursor,
        isLoading: false,
      }))
    }),
    bringBack: ({documentId}: Publication) => api.bringBack(documentId),
    exportCsv: attempt(async () => {
      const all = await api.loadAll(filter)
      const known = await describe(all)
      const csv = publicationsCsv(all, named(known.names, known.titles))
      saveFile(new Blob([csv], {type: 'text/csv;charset=utf-8'}), 'published.csv')
    }),
  }
}
