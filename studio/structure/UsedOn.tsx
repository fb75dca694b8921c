import {Card, Flex, Spinner, Stack, Text} from '@sanity/ui'
import type {UserViewComponent} from 'sanity/structure'
import {pagesShowing, publishedId} from '../../sanity/health/documents.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {PageLinks} from '../health/PageLinks.tsx'
import {currentDocuments} from './siteMap/pageStates.ts'
import {useSiteDocuments} from './useSiteDocuments.ts'

/** View of the pages that show a document. */
export const UsedOn: UserViewComponent = ({documentId}) => {
  const documents = useSiteDocuments()
  if (!documents) {
    return (
      <Flex align="center" justify="center" padding={6}>
        <Spinner muted />
      </Flex>
    )
  }
  const pages = pagesShowing(publishedId(documentId), asPublished(documents))
  return (
    <Stack data-testid="used-on" gap={4} padding={4}>
      <Card padding={3} radius={2} tone={pages.length > 0 ? 'primary' : 'caution'}>
        <Text size={1}>{summary(pages.length)}</Text>
      </Card>
      {pages.length > 0 && <PageLinks pages={pages} />}
    </Stack>
  )
}

/** Current documents under their published ids, by which others refer to them. */
function asPublished(documents: Parameters<typeof currentDocuments>[0]) {
  return [...currentDocuments(documents)].map(([_id, document]) => ({...document, _id}))
}

function summary(count: number): string {
  if (count === 0) return label('还没有页面显示它。', 'No page shows this yet.')
  const pages = count === 1 ? '1 page shows it' : `${count} pages show it`
  return label(`${count} 个页面显示它，发布后一起更新。`, `${pages}; publishing updates them all.`)
}
