import {Card, Flex, Stack, Text} from '@sanity/ui'
import type {ObjectInputProps} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {dateInChina, isExpired} from '../../sanity/health/typedClaims.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {PageLinks} from '../health/PageLinks.tsx'
import {useNow} from '../layout/useNow.ts'
import {usePagesShowing} from '../structure/siteDocuments.ts'

/** A claim's form, below its expiry notice and the list of pages that quote it. */
export function ClaimInput(props: ObjectInputProps) {
  const {value} = props
  const today = dateInChina(useNow())
  const id = isObject(value) && typeof value._id === 'string' ? value._id : undefined
  return (
    <Stack gap={5}>
      {isObject(value) && isExpired(value, today) && (
        <Card padding={3} radius={2} tone="critical" border data-testid="claim-expired">
          <Text size={1}>
            {label(
              '这个数字已经过期。引用它的页面仍在显示它：请与负责人确认后更新，或从页面上撤下。',
              'This claim has expired, and pages that quote it still show it: confirm it with its owner and renew it, or take it off the pages.',
            )}
          </Text>
        </Card>
      )}
      {id && <ShowingPages id={id} />}
      {props.renderDefault(props)}
    </Stack>
  )
}

function ShowingPages({id}: {id: string}) {
  const pages = usePagesShowing(id)
  if (!pages) return null
  return (
    <Card padding={3} radius={2} tone={pages.length > 0 ? 'primary' : 'transparent'} border>
      <Stack gap={3}>
        <Flex gap={2}>
          <Text size={1} weight="medium">
            {pages.length > 0
              ? label(
                  `${pages.length} 个页面引用这个数字，发布后一起更新：`,
                  pages.length === 1
                    ? 'One page quotes this claim and follows when it is published:'
                    : `${pages.length} pages quote this claim and follow when it is published:`,
                )
              : label('还没有页面引用这个数字。', 'No page quotes this claim yet.')}
          </Text>
        </Flex>
        {pages.length > 0 && <PageLinks pages={pages} previewOf={{id: publishedId(id), type: 'claim'}} />}
      </Stack>
    </Card>
  )
}
