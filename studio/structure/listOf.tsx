import {Box, Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {useRouter} from 'sanity/router'
import type {ListBuilder, ListItemBuilder, StructureBuilder} from 'sanity/structure'
import {hint, label} from '../../sanity/schema/support/bilingual.ts'

interface ListOptions {
  id: string
  title: string
  items: (ListItemBuilder | ReturnType<StructureBuilder['divider']>)[]
}

/** A list of the content tree. An address below it that names none of its items opens a pane that says so; Sanity's stays empty. */
export function listOf(S: StructureBuilder, {id, title, items}: ListOptions): ListBuilder {
  return S.list()
    .id(id)
    .title(title)
    .items(items)
    .child((itemId, options) => {
      const item = items.find((one): one is ListItemBuilder => 'getId' in one && one.getId() === itemId)
      if (!item) return S.component(UnknownPane).id(itemId).title(label('找不到', 'Not found'))
      const child = item.getChild()
      return typeof child === 'function' ? child(itemId, options) : child
    })
}

function UnknownPane() {
  const {navigate} = useRouter()
  return (
    <Box padding={4}>
      <Card border padding={4} radius={2} data-testid="unknown-pane">
        <Stack gap={4}>
          <Text size={1}>
            {hint(
              '这个地址下没有内容：网址可能不完整，或者抄错了。',
              'There is nothing at this address: it may be incomplete, or mistyped.',
            )}
          </Text>
          <Flex>
            <Button
              mode="ghost"
              text={label('去网站地图', 'Go to the site map')}
              onClick={() => navigate({panes: [[{id: 'siteMap'}]]})}
            />
          </Flex>
        </Stack>
      </Card>
    </Box>
  )
}
