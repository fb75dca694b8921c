import {Flex, Stack, Text} from '@sanity/ui'
import {IntentLink} from 'sanity/router'
import {isRoute} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'
import {type ContentDocument, documentTitle} from '../../sanity/health/contentDocuments.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

interface PageLinksProps {
  pages: readonly ContentDocument[]
  /** A document that the pages show: links then open the page in *Preview*, with this document's form beside it. */
  previewOf?: {id: string; type: string}
  onFollow?: () => void
}

/** A list of pages, each with its route and a link to its form, or to its preview. */
export function PageLinks({pages, previewOf, onFollow}: PageLinksProps) {
  return (
    <Stack as="ul" gap={3} data-testid="showing-pages" style={{margin: 0, padding: 0, listStyle: 'none'}}>
      {pages.map((page) => (
        <Flex as="li" key={page._id} gap={3} align="baseline" wrap="wrap">
          <Text size={1}>
            <IntentLink intent="edit" params={paramsOf(page, previewOf)} onClick={onFollow}>
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

function paramsOf({_id, route}: ContentDocument, previewOf: PageLinksProps['previewOf']) {
  if (!previewOf || typeof route !== 'string' || !isRoute(route)) return {id: _id, type: 'page'}
  return {...previewOf, mode: 'presentation', presentation: 'presentation', preview: sitePath(editorLocale(), route)}
}
