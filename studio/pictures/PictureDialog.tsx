import {Badge, Button, Card, Dialog, Flex, Grid, Stack, Text, TextArea} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {type MouseEvent, useRef, useState} from 'react'
import {useClient, useCurrentUser, useSchema} from 'sanity'
import {languageTags, locales} from '../../lib/locales.ts'
import {apiVersion} from '../../sanity/env.ts'
import type {ContentDocument} from '../../sanity/health/contentDocuments.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {pictureKinds} from '../../sanity/schema/support/pictureRules.ts'
import {FieldLink} from '../focus/FieldLink.tsx'
import {failureToast, isConflict, noToast, reasonOf} from '../lake/reasonOf.ts'
import {formatTime} from '../language/formatTime.ts'
import {useBusy} from '../layout/useBusy.ts'
import {ChangedMeanwhile} from '../saving/ChangedMeanwhile.tsx'
import {settleText, useTypedText} from '../saving/UnsavedTexts.ts'
import {canEditAt} from '../undo/canEditAt.ts'
import {OFFER_MS, UndoOffer} from '../undo/UndoOffer.tsx'
import {DeleteDialog} from './DeleteDialog.tsx'
import {PictureChoice} from './PicturePicker.tsx'
import {localeText, type Picture, replacePicture, type UseState} from './pictures.ts'
import {type Committed, commitReplacement, undoReplacement} from './replacement.ts'
import {alternativeId, unsavedAlternatives} from './unsavedAlternatives.ts'
import {takeFiles, useUpload} from './useUpload.ts'

interface PictureDialogProps {
  picture: Picture
  /** The pictures that it may be replaced by. */
  others: readonly Picture[]
  documents: readonly ContentDocument[]
  mayEdit: boolean
  onClose: () => void
}

/** One picture: what new uses say of it, where it is shown, replacing and deleting it. */
export function PictureDialog({picture, others, documents, mayEdit, onClose}: PictureDialogProps) {
  const [isReplacing, setReplacing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const {name, url, width, height, bytes, uploadedAt, uses} = picture
  const facts = [`${width} × ${height}`, formatBytes(bytes), formatTime(Date.parse(uploadedAt))].join(' · ')
  if (isReplacing) {
    const back = () => setReplacing(false)
    return (
      <ReplaceDialog documents={documents} onCancel={back} onReplaced={onClose} others={others} picture={picture} />
    )
  }
  return (
    <Dialog data-testid="picture" id="picture" header={name} onClose={onClose} width={2}>
      <Stack gap={5} padding={4}>
        <Stack gap={3}>
          <Card border overflow="hidden" radius={2} tone="transparent">
            <img
              alt={picture.alternative.zh ?? ''}
              src={`${url}?w=1200&h=800&fit=max&auto=format`}
              // Its place is kept before it has loaded: else the buttons move from under the pointer.
              width={width}
              height={height}
              style={{display: 'block', width: '100%', height: 'auto', maxHeight: '36vh', objectFit: 'contain'}}
            />
          </Card>
          <Text muted size={1}>
            {facts}
          </Text>
        </Stack>
        <DefaultText mayEdit={mayEdit} picture={picture} />
        <Uses picture={picture} />
        {mayEdit && (
          <Flex gap={2} wrap="wrap">
            {uses.length > 0 && (
              <Button
                mode="ghost"
                onClick={() => setReplacing(true)}
                text={label('到处换成另一张…', 'Replace everywhere…')}
              />
            )}
            {uses.length === 0 && (
              <Button mode="ghost" onClick={() => setDeleting(true)} text={label('删除…', 'Delete…')} tone="critical" />
            )}
          </Flex>
        )}
      </Stack>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} pictures={[picture]} />}
    </Dialog>
  )
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** What was saved here, until the list of pictures, which is up to half a second behind, has another revision. */
interface Saved extends Pick<Picture, 'revision' | 'alternative'> {
  listed: string | undefined
}

/** The text that a field gets when the picture is chosen for it. */
function DefaultText({picture, mayEdit}: {picture: Picture; mayEdit: boolean}) {
  const client = useClient({apiVersion})
  const toast = useToast()
  const [saved, setSaved] = useState<Saved>()
  const {revision, alternative} = saved && saved.listed === picture.revision ? saved : picture
  const zh = useTypedText(unsavedAlternatives, alternativeId(picture, 'zh'), alternative.zh ?? '')
  const en = useTypedText(unsavedAlternatives, alternativeId(picture, 'en'), alternative.en ?? '')
  const fields = [
    ['中文', 'zh', zh],
    ['English', 'en', en],
  ] as const
  const isChanged = [zh, en].some(({text, stored}) => text.trim() !== stored)
  const isOvertaken = zh.isOvertaken || en.isOvertaken
  const {isBusy, run} = useBusy()
  const root = useRef<HTMLDivElement>(null)
  // Its buttons are disabled or removed once pressed, and Escape closes the dialog only from within.
  const keepFocus = ({target}: MouseEvent) => {
    if (target instanceof Element && target.closest('button')) root.current?.focus({preventScroll: true})
  }
  const save = async () => {
    for (const {text, type} of [zh, en]) type(text.trim())
    const texts = {...(zh.text.trim() && {zh: zh.text.trim()}), ...(en.text.trim() && {en: en.text.trim()})}
    try {
      const patch = revision ? client.patch(picture.id).ifRevisionId(revision) : client.patch(picture.id)
      const isEmpty = Object.keys(texts).length === 0
      const {_rev} = await (isEmpty
        ? patch.unset(['alternative'])
        : patch.set({alternative: localeText(texts)})
      ).commit({tag: 'pictures'})
      setSaved({listed: picture.revision, revision: _rev, alternative: texts})
      for (const locale of locales) settleText(unsavedAlternatives, alternativeId(picture, locale), texts[locale] ?? '')
      toast.push({
        id: `text-${picture.id}`,
        status: 'success',
        title: label('默认替代文字已保存。', 'Default text saved.'),
      })
    } catch (error) {
      const title = isConflict(error)
        ? label(
            '没有保存：同事刚改过这张图片。请看看它现在的文字，再保存一次。',
            'Not saved: a colleague has just changed this picture. Look at its texts now and save again.',
          )
        : label('没有保存，请再试一次。', 'Not saved. Try again.')
      toast.push(failureToast(`text-${picture.id}`, title, error))
    }
  }
  return (
    <Stack gap={3} onClick={keepFocus} ref={root} style={{outline: 'none'}} tabIndex={-1}>
      <Text size={1} weight="medium">
        {label('默认替代文字', 'Default alternative text')}
      </Text>
      <Text muted size={1}>
        {label(
          '在字段里选这张图时，空着的替代文字会先填上它；已经填好的不变。',
          'When this picture is chosen for a field whose alternative text is empty, the field starts with this text. Texts already written stay.',
        )}
      </Text>
      <Grid gap={3} gridTemplateColumns={[1, 2]}>
        {fields.map(([language, locale, typed]) => (
          <Stack gap={2} key={language}>
            <TextArea
              aria-label={`${label('默认替代文字', 'Default alternative text')} · ${language}`}
              fontSize={1}
              lang={languageTags[locale]}
              onChange={({currentTarget}) => typed.type(currentTarget.value)}
              placeholder={language}
              readOnly={!mayEdit}
              rows={2}
              value={typed.text}
            />
            <ChangedMeanwhile separator=" " typed={typed} />
          </Stack>
        ))}
      </Grid>
      {mayEdit && (
        <Flex>
          <Button
            disabled={!isChanged || isOvertaken || isBusy}
            fontSize={1}
            mode="ghost"
            onClick={() => void run(save)}
            text={label('保存默认替代文字', 'Save the default text')}
          />
        </Flex>
      )}
    </Stack>
  )
}

const stateLabels: Record<UseState, string> = {
  published: label('已发布', 'Published'),
  draft: label('草稿', 'Draft'),
  release: label('发布计划', 'Release'),
}

function Uses({picture: {uses}}: {picture: Picture}) {
  return (
    <Stack gap={3}>
      <Text size={1} weight="medium">
        {uses.length === 0
          ? label('没有用到', 'Not used')
          : label(`用在 ${uses.length} 处`, uses.length === 1 ? 'Used in one place' : `Used in ${uses.length} places`)}
      </Text>
      {uses.map(({id, type, path, title, states, release, lacksAlternative}) => (
        <Flex align="center" gap={2} key={`${id} ${path}`} wrap="wrap">
          <Text size={1}>
            <FieldLink id={id} path={path} release={release} type={type}>
              {title}
            </FieldLink>
          </Text>
          {[...states].map((state) => (
            <Badge key={state} tone={state === 'published' ? 'positive' : 'caution'}>
              {stateLabels[state]}
            </Badge>
          ))}
          {lacksAlternative && <Badge tone="critical">{label('缺替代文字', 'Text missing')}</Badge>}
        </Flex>
      ))}
    </Stack>
  )
}

interface ReplaceDialogProps {
  picture: Picture
  others: readonly Picture[]
  documents: readonly ContentDocument[]
  onCancel: () => void
  onReplaced: () => void
}

/** Chooses another picture, uploads one if need be, and puts it wherever this one stands. */
function ReplaceDialog({picture, others, documents, onCancel, onReplaced}: ReplaceDialogProps) {
  const client = useClient({apiVersion})
  const user = useCurrentUser()
  const schema = useSchema()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const {upload, isBusy} = useUpload()
  const [chosen, setChosen] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const other = others.find(({id}) => id === chosen)
  const changes = other && replacePicture(documents, picture, other)
  const replace = async () => {
    if (!other) return
    setSaving(true)
    try {
      const committed = await commitReplacement(client, picture, other)
      const [first] = committed.documents
      const {length} = committed.documents
      const id = `replaced-${first?.transactionId}`
      toast.push(noToast(`replace-${picture.id}`))
      toast.push({
        id,
        status: 'success',
        closable: true,
        duration: OFFER_MS,
        title: label(
          `换好了 ${length} 份文档。`,
          length === 1 ? 'Replaced in one document.' : `Replaced in ${length} documents.`,
        ),
        description: (
          <UndoOffer onUndo={() => void undo(id, committed)}>
            {label('发布后访客才看得到。', 'Visitors see it once they are published.')}
          </UndoOffer>
        ),
      })
      onReplaced()
    } catch (error) {
      const title = isConflict(error)
        ? label(
            '什么都没有换：同事正在写其中一份文档。请稍后再试。',
            'Nothing was replaced: a colleague is writing in one of the documents. Try again in a while.',
          )
        : label('什么都没有换。', 'Nothing was replaced.')
      toast.push(failureToast(`replace-${picture.id}`, title, error))
      setSaving(false)
    }
  }
  // The toast outlives this dialog.
  const undo = async (id: string, committed: Committed) => {
    try {
      const {kept} = await undoReplacement(client, committed, user?.id ?? '', (document, path) =>
        canEditAt(schema, user, document, path),
      )
      if (kept === 0) toast.push({id, status: 'success', title: label('已撤销', 'Undone')})
      else toast.push({id, status: 'warning', title: keptMessage(kept), duration: OFFER_MS})
    } catch (error) {
      const title = label('没能全部撤销，请再试一次。', 'Not all of it was undone. Try again.')
      const again = <UndoOffer onUndo={() => void undo(id, committed)}>{reasonOf(error)}</UndoOffer>
      toast.push({...failureToast(id, title, error), description: again})
    }
  }
  const uploadOne = async (files: Iterable<File>) => {
    const [id] = await upload(files)
    if (id) setChosen(id)
  }
  return (
    <Dialog
      data-testid="picture"
      footer={
        <Flex gap={2} justify="flex-end" padding={3}>
          <Button mode="ghost" onClick={onCancel} text={label('取消', 'Cancel')} />
          <Button
            disabled={!changes}
            loading={isSaving}
            onClick={() => void replace()}
            text={
              changes
                ? label(
                    `换 ${changes.patches.length} 份文档`,
                    changes.patches.length === 1
                      ? 'Replace in 1 document'
                      : `Replace in ${changes.patches.length} documents`,
                  )
                : label('替换', 'Replace')
            }
            tone="primary"
          />
        </Flex>
      }
      header={label(`把 ${picture.name} 到处换成哪一张？`, `Which picture replaces ${picture.name} everywhere?`)}
      id="replace-picture"
      onClose={onCancel}
      width={2}
    >
      <Stack gap={4} padding={4}>
        <Text muted size={1}>
          {label(
            '已发布的内容改在草稿里，要再发布；草稿和发布计划直接换。比例不同的，裁剪和热点会去掉。空着的替代文字、旧图的默认文字换成新图的，其他不变，请检查是否还合适。',
            'What is published is changed in a draft, which you then publish; drafts and releases change at once. Crop and hotspot are removed where the proportions differ. A text that is empty, or is the old picture’s default, becomes the new one’s; others stay: check whether they still fit.',
          )}
        </Text>
        <Flex>
          <input
            accept={pictureKinds}
            data-testid="replacement-upload"
            hidden
            onChange={({currentTarget}) => void uploadOne(takeFiles(currentTarget))}
            ref={input}
            type="file"
          />
          <Button
            fontSize={1}
            loading={isBusy}
            mode="ghost"
            onClick={() => input.current?.click()}
            text={label('上传一张新的', 'Upload a new one')}
          />
        </Flex>
        <PictureChoice isChosen={({id}) => id === chosen} onChoose={({id}) => setChosen(id)} pictures={others} />
      </Stack>
    </Dialog>
  )
}

const keptMessage = (kept: number) =>
  label(
    `已撤销；有 ${kept} 份文档后来又改过或已经发布，保持现在的样子。`,
    `Undone, except in ${kept === 1 ? 'one document' : `${kept} documents`}, changed again or published since.`,
  )
