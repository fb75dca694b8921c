import {Badge, Card, Flex, Stack, Text} from '@sanity/ui'
import {IntentLink} from 'sanity/router'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import type {MediaUse} from './mediaUse.ts'

/** One picture, with links to the documents that use it. */
export function MediaCard({use}: {use: MediaUse}) {
  const {asset, users, missesAlternative} = use
  const {url, originalFilename} = asset
  return (
    <Card border overflow="hidden" radius={2}>
      {typeof url === 'string' && (
        <img
          alt=""
          loading="lazy"
          src={`${url}?w=480&h=320&fit=max&auto=format`}
          style={{display: 'block', width: '100%', aspectRatio: '3 / 2', objectFit: 'contain'}}
        />
      )}
      <Stack gap={3} padding={3}>
        <Text size={1} textOverflow="ellipsis">
          {typeof originalFilename === 'string' ? originalFilename : asset._id}
        </Text>
        <Flex gap={1} wrap="wrap">
          {users.length === 0 && <Badge>{label('没有用到', 'Not used')}</Badge>}
          {missesAlternative && <Badge tone="critical">{label('缺替代文字', 'Alternative text missing')}</Badge>}
        </Flex>
        {users.map(({id, type}) => (
          <Text key={id} size={1}>
            <IntentLink intent="edit" params={{id, type}}>
              {id.replace(/^page-/, '/').replaceAll('-', '/')}
            </IntentLink>
          </Text>
        ))}
      </Stack>
    </Card>
  )
}
