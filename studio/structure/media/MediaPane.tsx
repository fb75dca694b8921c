import {Card, Flex, Grid, Spinner, Stack, Text} from '@sanity/ui'
import type {UserComponent} from 'sanity/structure'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import {pictureLimitsHint} from '../../../sanity/schema/support/pictureKinds.ts'
import {useSiteDocuments} from '../siteMap/useSiteDocuments.ts'
import {MediaCard} from './MediaCard.tsx'
import {mediaUse} from './mediaUse.ts'
import {UploadButton} from './UploadButton.tsx'

/** All uploaded pictures: where each is used, and which lack their alternative text. */
export const MediaPane: UserComponent = () => {
  const documents = useSiteDocuments()
  if (!documents) {
    return (
      <Flex align="center" justify="center" padding={6}>
        <Spinner muted />
      </Flex>
    )
  }
  const media = mediaUse(documents)
  return (
    <Stack data-testid="media" gap={4} padding={4}>
      <Flex align="center" gap={3} justify="space-between" wrap="wrap">
        <Text muted size={1}>
          {label(`${media.length} 张图片`, media.length === 1 ? '1 picture' : `${media.length} pictures`)}
        </Text>
        <UploadButton />
      </Flex>
      <Text muted size={1}>
        {pictureLimitsHint}
      </Text>
      {media.length === 0 && (
        <Card padding={4} radius={2} tone="transparent">
          <Text align="center" muted size={1}>
            {label(
              '还没有上传图片。在“实物照片”块或“搜索与分享”里也可以直接上传。',
              'No pictures yet. They can also be uploaded where they are used: in a Photograph block, or under Search and sharing.',
            )}
          </Text>
        </Card>
      )}
      <Grid gap={3} gridTemplateColumns={[1, 2]}>
        {media.map((use) => (
          <MediaCard key={use.asset._id} use={use} />
        ))}
      </Grid>
    </Stack>
  )
}
