import {SearchIcon} from '@sanity/icons/Search'
import {Box, Card, Dialog, Grid, Stack, Text, TextInput} from '@sanity/ui'
import {useState} from 'react'
import type {AssetSourceComponentProps} from 'sanity'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {Loading} from '../layout/ToolFrame.tsx'
import {useSiteDocuments} from '../structure/siteDocuments.ts'
import {findPictures, type Picture, picturesIn} from './pictures.ts'

/** Chooses a picture of the library for a field. While one is uploaded, the field itself shows the progress. */
export function PicturePicker(props: AssetSourceComponentProps) {
  return props.action === 'upload' ? null : <PickerDialog {...props} />
}

function PickerDialog({onSelect, onClose, selectedAssets}: AssetSourceComponentProps) {
  const documents = useSiteDocuments()
  const selected = new Set(selectedAssets.map(({_id}) => _id))
  return (
    <Dialog id="choose-picture" header={label('选择图片', 'Choose a picture')} onClose={onClose} width={2}>
      <Box padding={4}>
        {documents ? (
          <PictureChoice
            isChosen={({id}) => selected.has(id)}
            onChoose={({id}) => onSelect([{kind: 'assetDocumentId', value: id}])}
            pictures={picturesIn(documents)}
          />
        ) : (
          <Loading />
        )}
      </Box>
    </Dialog>
  )
}

interface PictureChoiceProps {
  pictures: readonly Picture[]
  isChosen: (picture: Picture) => boolean
  onChoose: (picture: Picture) => void
}

/** Finds and chooses one of some pictures. The focus goes to the search. */
export function PictureChoice({pictures, isChosen, onChoose}: PictureChoiceProps) {
  const [words, setWords] = useState('')
  const found = findPictures(pictures, words, 'all')
  return (
    <Stack gap={4}>
      <TextInput
        aria-label={label('查找图片', 'Find pictures')}
        autoFocus
        icon={SearchIcon}
        onChange={({currentTarget}) => setWords(currentTarget.value)}
        placeholder={label('名称、替代文字、用到它的页面', 'Name, text, or a page that shows it')}
        type="search"
        value={words}
      />
      {found.length === 0 && (
        <Text muted size={1}>
          {words === ''
            ? label('还没有图片，请先上传。', 'No pictures yet: upload one first.')
            : label('没有符合条件的图片。', 'No pictures match.')}
        </Text>
      )}
      <Grid gap={2} gridTemplateColumns={[2, 2, 3, 4]} padding={1}>
        {found.map((one) => (
          <Card
            aria-label={one.name}
            aria-pressed={isChosen(one)}
            as="button"
            key={one.id}
            onClick={() => onChoose(one)}
            overflow="hidden"
            radius={2}
            style={buttonBorder}
            tone={isChosen(one) ? 'primary' : 'default'}
          >
            <Thumbnail url={one.url} />
            <Box padding={2}>
              <Text size={1} textOverflow="ellipsis">
                {one.name}
              </Text>
            </Box>
          </Card>
        ))}
      </Grid>
    </Stack>
  )
}

/** A card that is a button draws none of its own. */
export const buttonBorder = {border: '1px solid var(--card-border-color)'} as const

/** A picture, whole, in a frame of 3:2. */
export function Thumbnail({url}: {url: string}) {
  return (
    <img
      alt=""
      loading="lazy"
      src={`${url}?w=480&h=320&fit=max&auto=format`}
      style={{display: 'block', width: '100%', aspectRatio: '3 / 2', objectFit: 'contain'}}
    />
  )
}
