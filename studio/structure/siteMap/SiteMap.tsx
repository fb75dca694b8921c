import {SearchIcon} from '@sanity/icons/Search'
import {Badge, Box, Button, Card, Flex, Stack, Text, TextInput} from '@sanity/ui'
import {type ReactNode, useMemo, useState} from 'react'
import {usePerspective} from 'sanity'
import {useRouter} from 'sanity/router'
import {type UserComponent, usePaneRouter} from 'sanity/structure'
import {styled} from 'styled-components'
import {type ContentDocument, inPerspective} from '../../../sanity/health/contentDocuments.ts'
import {completeness} from '../../../sanity/health/languages.ts'
import {dateInChina} from '../../../sanity/health/typedClaims.ts'
import {editorLocale, label} from '../../../sanity/schema/support/bilingual.ts'
import {useNow} from '../../layout/useNow.ts'
import {LoadingPane} from '../LoadingPane.tsx'
import {useSiteDocuments} from '../siteDocuments.ts'
import {findPages} from './findPages.ts'
import {flagLabels} from './flagLabels.ts'
import {pageGroups} from './pageGroups.ts'
import {type PageFlag, type PageState, pageFlags, pageStates} from './pageStates.ts'

interface SearchBoxProps {
  value: string
  onChange: (text: string) => void
  onEnter: () => void
}

/** Search by URL or by words; Enter opens the first result. */
function SearchBox({value, onChange, onEnter}: SearchBoxProps) {
  const words = label('粘贴网址，或输入标题', 'Paste an address, or type a title')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
      }}
    >
      <TextInput
        aria-label={words}
        clearButton={value !== ''}
        data-testid="find-page"
        fontSize={2}
        icon={SearchIcon}
        onChange={({currentTarget}) => onChange(currentTarget.value)}
        onClear={() => onChange('')}
        placeholder={words}
        radius={2}
        value={value}
      />
    </form>
  )
}

/** A page's flags as badges; “published” if there are none. */
function FlagBadges({flags}: {flags: ReadonlySet<PageFlag>}) {
  const shown = pageFlags.filter((flag) => flags.has(flag))
  return (
    <Flex gap={1} wrap="wrap">
      {shown.map((flag) => (
        <Badge key={flag} title={flagLabels[flag].meaning} tone={flagLabels[flag].tone}>
          {flagLabels[flag].title}
        </Badge>
      ))}
      {shown.length === 0 && (
        <Text muted size={0}>
          {label('已发布', 'Published')}
        </Text>
      )}
    </Flex>
  )
}

interface FlagFilterProps {
  states: readonly PageState[]
  chosen: PageFlag | undefined
  onChoose: (flag: PageFlag | undefined) => void
}

/** Number of pages for each flag; a click shows only those. */
function FlagFilter({states, chosen, onChoose}: FlagFilterProps) {
  const counts = pageFlags.map((flag) => ({flag, count: states.filter(({flags}) => flags.has(flag)).length}))
  return (
    <Flex gap={1} wrap="wrap">
      <Button
        aria-pressed={chosen === undefined}
        fontSize={1}
        mode="bleed"
        onClick={() => onChoose(undefined)}
        padding={2}
        selected={chosen === undefined}
        text={`${label('全部', 'All')} ${states.length}`}
      />
      {counts
        .filter(({flag, count}) => count > 0 || flag === chosen)
        .map(({flag, count}) => (
          <Button
            aria-pressed={flag === chosen}
            data-testid={`flag-${flag}`}
            fontSize={1}
            key={flag}
            mode="bleed"
            onClick={() => onChoose(flag === chosen ? undefined : flag)}
            padding={2}
            selected={flag === chosen}
            text={`${flagLabels[flag].title} ${count}`}
            title={flagLabels[flag].meaning}
          />
        ))}
    </Flex>
  )
}

interface SiteCompletenessProps {
  documents: readonly ContentDocument[]
  /** Which versions count. */
  stack: readonly string[]
}

/** English completeness of the whole site. */
function SiteCompleteness({documents, stack}: SiteCompletenessProps) {
  const {filled, total} = useMemo(() => completeness(...inPerspective(documents, stack)), [documents, stack])
  const missing = total - filled
  const summary =
    missing === 0
      ? label(`全站 ${total} 处文字都有英文`, `All ${total} texts of the site have English`)
      : label(`全站还有 ${missing} 处文字没有英文`, `Without English: ${missing} of ${total} texts of the site`)
  return (
    <Card data-testid="site-completeness" padding={3} radius={2} tone={missing === 0 ? 'transparent' : 'caution'}>
      <Stack gap={3}>
        <Text size={1}>{summary}</Text>
        <Flex style={{height: 4, borderRadius: 2, background: 'var(--card-border-color)', overflow: 'hidden'}}>
          <div style={{width: `${(100 * filled) / Math.max(total, 1)}%`, background: 'currentColor', opacity: 0.6}} />
        </Flex>
      </Stack>
    </Card>
  )
}

interface SiteMapRowProps {
  page: PageState
  nested: boolean
  selected: boolean
  link: (page: PageState, row: ReactNode) => ReactNode
}

const Row = styled.div`
  & > * {
    display: block;
    width: 100%;
    border: 0;
    border-radius: 4px;
    padding: 0;
    background: none;
    color: inherit;
    text-align: start;
    text-decoration: none;
    cursor: pointer;
  }
  & > :hover,
  &[data-selected='true'] > * {
    background: var(--card-muted-bg-color);
  }
  & > :focus-visible {
    outline: 2px solid var(--card-focus-ring-color);
  }
`

/** A long title takes two lines at most, so that the next pages stay in sight. */
const Title = styled.span`
  display: -webkit-box;
  overflow: hidden;
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`

const Route = styled(Text)`
  font-family: ui-monospace, monospace;
  overflow-wrap: anywhere;
`

/** One page: its title in the editor's language, its route and its state. */
function SiteMapRow({page, nested, selected, link}: SiteMapRowProps) {
  return (
    <Row data-selected={selected} data-testid={`site-map-${page.id}`}>
      {link(
        page,
        <Box padding={2} paddingLeft={nested ? 4 : 2}>
          <Stack gap={2}>
            <Flex align="center" gap={2} justify="space-between">
              <Text size={1} weight="medium">
                <Title>{page.title[editorLocale()]}</Title>
              </Text>
              <Box flex="none">
                <FlagBadges flags={page.flags} />
              </Box>
            </Flex>
            <Route muted size={0}>
              {page.route}
            </Route>
          </Stack>
        </Box>,
      )}
    </Row>
  )
}

interface SiteMapProps {
  /** Wraps a row in a link or button that opens its page. */
  link: (page: PageState, row: ReactNode) => ReactNode
  /** Opens a page. */
  open: (page: PageState) => void
  /** The page that is open now. */
  selected?: string | undefined
}

/** All pages in groups, with their flags and a search, as the drafts or the release chosen at the top show them. */
export function SiteMap({link, open, selected}: SiteMapProps) {
  const documents = useSiteDocuments()
  const {perspectiveStack: stack} = usePerspective()
  const now = useNow()
  const [text, setText] = useState('')
  const [flag, setFlag] = useState<PageFlag>()
  const states = useMemo(() => {
    return documents && pageStates(documents, {now, today: dateInChina(now), stack})
  }, [documents, now, stack])
  if (!documents || !states) return <LoadingPane />
  const found = findPages(states, text).filter(({flags}) => flag === undefined || flags.has(flag))
  const groups = pageGroups
    .map((group) => ({...group, pages: found.filter(({route}) => group.routes.includes(route))}))
    .filter(({pages}) => pages.length > 0)
  return (
    <Stack data-testid="site-map" gap={4} padding={3} paddingBottom={6}>
      <SearchBox onChange={setText} onEnter={() => found[0] && open(found[0])} value={text} />
      <FlagFilter chosen={flag} onChoose={setFlag} states={states} />
      <SiteCompleteness documents={documents} stack={stack} />
      {groups.map(({name, title, parent, pages}) => (
        <Stack as="section" gap={1} key={name}>
          <Box paddingX={2} paddingY={1}>
            <Text as="h2" muted size={1} weight="semibold">
              {title}
            </Text>
          </Box>
          {pages.map((page) => (
            <SiteMapRow
              key={page.id}
              link={link}
              nested={parent !== undefined && page.route !== parent}
              page={page}
              selected={page.id === selected}
            />
          ))}
        </Stack>
      ))}
      {groups.length === 0 && (
        <Card padding={4} radius={2} tone="transparent">
          <Text align="center" muted size={1}>
            {label(
              '没有找到页面。可以粘贴网址，或输入标题里的字。',
              'No page found. Paste an address, or type words of a title.',
            )}
          </Text>
        </Card>
      )}
    </Stack>
  )
}

/** The site map as a structure pane: a page's form opens beside it. */
export const SiteMapPane: UserComponent = ({childItemId}) => {
  const {ChildLink, groupIndex, routerPanesState} = usePaneRouter()
  const router = useRouter()
  return (
    <SiteMap
      link={({id}, row) => <ChildLink childId={id}>{row}</ChildLink>}
      open={({id}) => router.navigate({panes: [...routerPanesState.slice(0, groupIndex + 1), [{id}]]})}
      selected={childItemId}
    />
  )
}
