import {UploadIcon} from '@sanity/icons/Upload'
import {Badge, Button, Card, Flex, Grid, Stack, Text} from '@sanity/ui'
import {useRef, useState} from 'react'
import {useClient} from 'sanity'
import {IntentLink} from 'sanity/router'
import type {UserComponent} from 'sanity/structure'
import {apiVersion} from '../../../sanity/env.ts'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import {pictureKinds, pictureLimitsHint} from '../../../sanity/schema/support/pictureRules.ts'
import {problemOfUploadError} from '../../uploads/problemMessage.ts'
import {reportProblem} from '../../uploads/UploadProblems.tsx'
import {type PictureProblem, validatePicture} from '../../uploads/validatePicture.ts'
import {LoadingPane} from '../LoadingPane.tsx'
import {useSiteDocuments} from '../siteDocuments.ts'
import {type MediaUse, mediaUse} from './mediaUse.ts'

/** Uploads pictures. One that is refused does not stop the others. */
function UploadButton() {
  const client = useClient({apiVersion})
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  const upload = (file: File): Promise<PictureProblem | undefined> =>
    client.assets.upload('image', file, {filename: file.name}).then(() => undefined, problemOfUploadError)

  async function uploadAll(files: FileList | null): Promise<void> {
    setBusy(true)
    for (const file of files ?? []) {
      const problem = (await validatePicture(file)) ?? (await upload(file))
      if (problem) reportProblem({name: file.name, problem})
    }
    setBusy(false)
  }

  return (
    <>
      <input
        accept={pictureKinds}
        data-testid="media-upload"
        hidden
        multiple
        onChange={({currentTarget}) => uploadAll(currentTarget.files)}
        ref={input}
        type="file"
      />
      <Button
        fontSize={1}
        icon={UploadIcon}
        loading={busy}
        mode="ghost"
        onClick={() => input.current?.click()}
        text={label('上传图片', 'Upload pictures')}
      />
    </>
  )
}

/** One picture, with links to the documents that use it. */
function MediaCard({use}: {use: MediaUse}) {
  const {asset, users, lacksAlternative} = use
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
          {lacksAlternative && <Badge tone="critical">{label('缺替代文字', 'Alternative text missing')}</Badge>}
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

/** All uploaded pictures, with their uses and missing alternative texts. */
export const MediaPane: UserComponent = () => {
  const documents = useSiteDocuments()
  if (!documents) return <LoadingPane />
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
