import {Box, Flex, Stack, Text} from '@sanity/ui'
import type {ReactNode} from 'react'
import {styled} from 'styled-components'
import {editorLocale} from '../../../sanity/schema/editorLocale.ts'
import {FlagBadges} from './FlagBadges.tsx'
import type {PageState} from './pageStates.ts'

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

const Route = styled(Text)`
  font-family: ui-monospace, monospace;
  overflow-wrap: anywhere;
`

/** One page: its title in the editor's language, its route and its state. */
export function SiteMapRow({page, nested, selected, link}: SiteMapRowProps) {
  return (
    <Row data-selected={selected} data-testid={`site-map-${page.id}`}>
      {link(
        page,
        <Box padding={2} paddingLeft={nested ? 4 : 2}>
          <Stack gap={2}>
            <Flex align="center" gap={2} justify="space-between">
              <Text size={1} weight="medium">
                {page.title[editorLocale()]}
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
