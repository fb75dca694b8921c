import {Box, Card, Flex, Spinner, Stack, Text} from '@sanity/ui'
import {type ReactNode, useMemo, useState} from 'react'
import {todayIn} from '../../../sanity/health/today.ts'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import {AddressBox} from './AddressBox.tsx'
import {FlagFilter} from './FlagFilter.tsx'
import {findPages} from './findPages.ts'
import {type PageFlag, type PageState, pageStates} from './pageStates.ts'
import {SiteCompleteness} from './SiteCompleteness.tsx'
import {SiteMapRow} from './SiteMapRow.tsx'
import {siteTree} from './siteTree.ts'
import {useSiteDocuments} from './useSiteDocuments.ts'

export interface SiteMapProps {
  /** Wraps a row in what opens its page. */
  link: (page: PageState, row: ReactNode) => ReactNode
  /** Opens the page that an address was entered for. */
  open: (page: PageState) => void
  /** The page that is open now. */
  selected?: string | undefined
}

/** All pages of the site as a tree, each with its state, found by address or by words. */
export function SiteMap({link, open, selected}: SiteMapProps) {
  const documents = useSiteDocuments()
  const [text, setText] = useState('')
  const [flag, setFlag] = useState<PageFlag>()
  const states = useMemo(() => {
    const now = new Date()
    return documents && pageStates(documents, now, todayIn(now))
  }, [documents])
  if (!documents || !states) {
    return (
      <Flex align="center" justify="center" padding={5}>
        <Spinner muted />
      </Flex>
    )
  }
  const found = findPages(states, text).filter(({flags}) => flag === undefined || flags.has(flag))
  const groups = siteTree
    .map((group) => ({...group, pages: found.filter(({route}) => group.routes.includes(route))}))
    .filter(({pages}) => pages.length > 0)
  return (
    <Stack data-testid="site-map" gap={4} padding={3} paddingBottom={6}>
      <AddressBox onChange={setText} onEnter={() => found[0] && open(found[0])} value={text} />
      <FlagFilter chosen={flag} onChoose={setFlag} states={states} />
      <SiteCompleteness documents={documents} />
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
