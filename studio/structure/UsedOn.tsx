import {Card, Stack, Text} from '@sanity/ui'
import type {UserViewComponent} from 'sanity/structure'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {PageLinks} from '../health/PageLinks.tsx'
import {LoadingPane} from './LoadingPane.tsx'
import {usePagesShowing} from './siteDocuments.ts'

/** View of the pages that show a document. */
export const UsedOn: UserViewComponent = ({document, documentId}) => {
  // `documentId` is the published one, whichever version is open.
  const pages = usePagesShowing(document.displayed._id ?? documentId)
  if (!pages) return <LoadingPane />
  return (
    <Stack data-testid="used-on" gap={4} padding={4}>
      <Card padding={3} radius={2} tone={pages.length > 0 ? 'primary' : 'caution'}>
        <Text size={1}>{summary(pages.length)}</Text>
      </Card>
      {pages.length > 0 && <PageLinks pages={pages} />}
    </Stack>
  )
}

function summary(count: number): string {
  if (count === 0) return label('还没有页面显示它。', 'No page shows this yet.')
  const pages = count === 1 ? '1 page shows it' : `${count} pages show it`
  return label(`${count} 个页面显示它，发布后一起更新。`, `${pages}; publishing updates them all.`)
}
