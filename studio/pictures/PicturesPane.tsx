import {SearchIcon} from '@sanity/icons/Search'
import {TrashIcon} from '@sanity/icons/Trash'
import {UploadIcon} from '@sanity/icons/Upload'
import {Badge, Button, Card, Flex, Grid, Select, Stack, Text, TextInput} from '@sanity/ui'
import {type DragEvent, useRef, useState} from 'react'
import {useCurrentUser} from 'sanity'
import type {UserComponent} from 'sanity/structure'
import {hasAbility} from '../../sanity/roles/abilities.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {pictureKinds, pictureLimitsHint} from '../../sanity/schema/support/pictureRules.ts'
import {LeftTexts} from '../saving/LeftTexts.tsx'
import {useUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {LoadingPane} from '../structure/LoadingPane.tsx'
import {useSiteDocuments} from '../structure/siteDocuments.ts'
import {DeleteDialog} from './DeleteDialog.tsx'
import {PictureDialog} from './PictureDialog.tsx'
import {buttonBorder, Thumbnail} from './PicturePicker.tsx'
import {findPictures, type Picture, type PictureFilter, picturesIn} from './pictures.ts'
import {alternativeIds, unsavedAlternatives} from './unsavedAlternatives.ts'
import {takeFiles, useUpload} from './useUpload.ts'

const filterTitles: Record<PictureFilter, string> = {
  all: label('全部图片', 'All pictures'),
  unused: label('没有用到的', 'Not used'),
  undescribed: label('有一处缺替代文字', 'A text is missing'),
  noDefault: label('没有默认替代文字', 'Without default text'),
  large: label('大于 4 MB', 'Larger than 4 MB'),
}

/** The library: all uploaded pictures, with their uses and texts. Pictures dropped on it are uploaded. */
export const PicturesPane: UserComponent = () => {
  const documents = useSiteDocuments()
  const mayEdit = hasAbility(useCurrentUser(), 'publish')
  const {upload, isBusy} = useUpload()
  const [words, setWords] = useState('')
  const [filter, setFilter] = useState<PictureFilter>('all')
  const [opened, setOpened] = useState<string>()
  const [isClearing, setClearing] = useState(false)
  if (!documents) return <LoadingPane />
  const all = picturesIn(documents)
  const found = findPictures(all, words, filter)
  const unused = found.filter(({uses}) => uses.length === 0)
  const picture = all.find(({id}) => id === opened)
  const textIds = new Set(all.flatMap(alternativeIds))
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void upload(event.dataTransfer.files)
  }
  return (
    <Stack
      data-testid="media"
      gap={4}
      padding={4}
      style={{minHeight: '100%', alignContent: 'start'}}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Flex align="center" gap={3} justify="space-between" wrap="wrap">
        <Text muted size={1} role="status">
          {countOf(found.length, all.length)}
        </Text>
        <UploadButton isBusy={isBusy} onPick={upload} />
      </Flex>
      <Grid gap={2} gridTemplateColumns={[1, 1, 2]}>
        <TextInput
          aria-label={label('查找图片', 'Find pictures')}
          fontSize={1}
          icon={SearchIcon}
          onChange={({currentTarget}) => setWords(currentTarget.value)}
          placeholder={label('名称、替代文字、用到它的页面', 'Name, text, or a page that shows it')}
          type="search"
          value={words}
        />
        <Select
          aria-label={label('筛选', 'Filter')}
          fontSize={1}
          onChange={({currentTarget}) => {
            if (isFilter(currentTarget.value)) setFilter(currentTarget.value)
          }}
          value={filter}
        >
          {Object.entries(filterTitles).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Select>
      </Grid>
      <Text muted size={1}>
        {pictureLimitsHint}
      </Text>
      <LeftTexts
        hasField={(id) => textIds.has(id)}
        texts={unsavedAlternatives}
        title={label(
          '这些默认替代文字还没有保存，它们的图片已经被删除：',
          'These default texts are not saved, and their pictures have been deleted:',
        )}
      />
      {mayEdit && filter === 'unused' && unused.length > 0 && (
        <Flex>
          <Button
            fontSize={1}
            icon={TrashIcon}
            mode="ghost"
            onClick={() => setClearing(true)}
            text={label(`删除这 ${unused.length} 张…`, `Delete these ${unused.length}…`)}
            tone="critical"
          />
        </Flex>
      )}
      {found.length === 0 && (
        <Card padding={4} radius={2} tone="transparent">
          <Text align="center" muted size={1}>
            {all.length === 0
              ? label(
                  '还没有图片。可在这里上传，也可在“正文”块的照片、“搜索与分享”里直接上传。',
                  'No pictures yet. Upload some here or where they are used: as a photograph in a text block, or under Search and sharing.',
                )
              : label('没有符合条件的图片。', 'No pictures match.')}
          </Text>
        </Card>
      )}
      <Grid gap={3} gridTemplateColumns={[2, 2, 3, 4]}>
        {found.map((one) => (
          <PictureCard key={one.id} picture={one} onOpen={() => setOpened(one.id)} />
        ))}
      </Grid>
      {picture && (
        <PictureDialog
          key={picture.id}
          documents={documents}
          mayEdit={mayEdit}
          onClose={() => setOpened(undefined)}
          others={all.filter(({id}) => id !== picture.id)}
          picture={picture}
        />
      )}
      {isClearing && <DeleteDialog pictures={unused} onClose={() => setClearing(false)} />}
    </Stack>
  )
}

const isFilter = (value: string): value is PictureFilter => Object.hasOwn(filterTitles, value)

function countOf(found: number, all: number): string {
  if (found < all) return label(`${found} / ${all} 张图片`, `${found} of ${all} pictures`)
  return label(`${all} 张图片`, all === 1 ? '1 picture' : `${all} pictures`)
}

function UploadButton({isBusy, onPick}: {isBusy: boolean; onPick: (files: Iterable<File>) => void}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        accept={pictureKinds}
        data-testid="media-upload"
        hidden
        multiple
        onChange={({currentTarget}) => onPick(takeFiles(currentTarget))}
        ref={input}
        type="file"
      />
      <Button
        fontSize={1}
        icon={UploadIcon}
        loading={isBusy}
        mode="ghost"
        onClick={() => input.current?.click()}
        text={label('上传图片', 'Upload pictures')}
      />
    </>
  )
}

/** A picture as a button, with what is missing. */
function PictureCard({picture, onOpen}: {picture: Picture; onOpen: () => void}) {
  const {name, uses, url} = picture
  const unsaved = useUnsavedTexts(unsavedAlternatives)
  const pages = new Set(uses.map(({id}) => id)).size
  return (
    <Card as="button" onClick={onOpen} overflow="hidden" radius={2} style={{...buttonBorder, textAlign: 'start'}}>
      <Thumbnail url={url} />
      <Stack gap={3} padding={3}>
        <Text size={1} textOverflow="ellipsis" weight="medium">
          {name}
        </Text>
        <Flex gap={1} wrap="wrap">
          {uses.length === 0 ? (
            <Badge>{label('没有用到', 'Not used')}</Badge>
          ) : (
            <Badge tone="positive">
              {label(`用在 ${pages} 份文档`, pages === 1 ? '1 document' : `${pages} documents`)}
            </Badge>
          )}
          {uses.some(({lacksAlternative}) => lacksAlternative) && (
            <Badge tone="critical">{label('缺替代文字', 'Text missing')}</Badge>
          )}
          {alternativeIds(picture).some((id) => unsaved.has(id)) && (
            <Badge tone="caution">{label('文字还没有保存', 'Text not saved yet')}</Badge>
          )}
        </Flex>
      </Stack>
    </Card>
  )
}
