import {Card, Flex, Stack, Text} from '@sanity/ui'
import {useMemo} from 'react'
import type {ContentDocument} from '../../../sanity/health/ContentDocument.ts'
import {completeness} from '../../../sanity/health/completeness.ts'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import {currentDocuments} from './pageStates.ts'

/** How far the English of the whole site has come. */
export function SiteCompleteness({documents}: {documents: readonly ContentDocument[]}) {
  const {filled, total} = useMemo(() => completeness(...currentDocuments(documents).values()), [documents])
  const missing = total - filled
  const said =
    missing === 0
      ? label(`全站 ${total} 处文字都有英文`, `All ${total} texts of the site have English`)
      : label(`全站还有 ${missing} 处文字没有英文`, `Without English: ${missing} of ${total} texts of the site`)
  return (
    <Card data-testid="site-completeness" padding={3} radius={2} tone={missing === 0 ? 'transparent' : 'caution'}>
      <Stack gap={3}>
        <Text size={1}>{said}</Text>
        <Flex style={{height: 4, borderRadius: 2, background: 'var(--card-border-color)', overflow: 'hidden'}}>
          <div style={{width: `${(100 * filled) / Math.max(total, 1)}%`, background: 'currentColor', opacity: 0.6}} />
        </Flex>
      </Stack>
    </Card>
  )
}
