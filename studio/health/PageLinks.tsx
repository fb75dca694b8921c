import {Flex, Stack, Text} from '@sanity/ui'
import {IntentLink} from 'sanity/router'
import {isObject} from '../../sanity/health/documents.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

interface LinkedPage {
  _id: string
  route?: unknown
  title?: unknown
}

/** A list of pages, each with its route and a link to its form. */
export function PageLinks({pages, onFollow}: {pages: readonly LinkedPage[]; onFollow?: () => void}) {
  return (
    <Stack as="ul" gap={3} data-testid="showing-pages" style={{margin: 0, padding: 0, listStyle: 'none'}}>
      {pages.map((page) => (
        <Flex as="li" key={page._id} gap={3} align="baseline" wrap="wrap">
          <Text size={1}>
            <IntentLink intent="edit" params={{id: page._id, type: 'page'}} onClick={onFollow}>
              {titleOf(page)}
            </IntentLink>
          </Text>
          <Text size={1} muted>
            {String(page.route)}
          </Text>
        </Flex>
      ))}
    </Stack>
  )
}

function titleOf({_id, title}: LinkedPage): string {
  if (!isObject(title)) return _id
  const text = title[editorLocale()] || title.zh
  return typeof text === 'string' ? text : _id
}
