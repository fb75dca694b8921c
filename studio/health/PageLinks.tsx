import {Flex, Stack, Text} from '@sanity/ui'
import {IntentLink} from 'sanity/router'
import {type ContentDocument, documentTitle} from '../../sanity/health/documents.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

/** A list of pages, each with its route and a link to its form. */
export function PageLinks({pages, onFollow}: {pages: readonly ContentDocument[]; onFollow?: () => void}) {
  return (
    <Stack as="ul" gap={3} data-testid="showing-pages" style={{margin: 0, padding: 0, listStyle: 'none'}}>
      {pages.map((page) => (
        <Flex as="li" key={page._id} gap={3} align="baseline" wrap="wrap">
          <Text size={1}>
            <IntentLink intent="edit" params={{id: page._id, type: 'page'}} onClick={onFollow}>
              {documentTitle(page, editorLocale())}
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
