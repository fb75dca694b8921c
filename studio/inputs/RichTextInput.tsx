import {useToast} from '@sanity/ui/toast'
import type {OnPasteFn, PortableTextInputProps} from 'sanity'
import {hint} from '../../sanity/schema/support/bilingual.ts'
import {lastingToast} from '../lake/reasonOf.ts'
import {leftOutOfPaste, pastedBlocks} from './pastedBlocks.ts'

/** Running text with a paste of its own (`pastedBlocks`). Says what of it is left out. */
export function RichTextInput(props: PortableTextInputProps) {
  const toast = useToast()
  const paste: OnPasteFn = (pasted) => {
    const {event, schemaTypes, path} = pasted
    const {pictures, isRevised} = leftOutOfPaste(event.clipboardData)
    const insert = pastedBlocks(event.clipboardData, schemaTypes)
    if (pictures > 0)
      toast.push({...lastingToast('pasted-pictures'), status: 'warning', title: pictureAdvice(pictures)})
    // Where nothing else was pasted, the editor inserts it by itself.
    if (isRevised && insert.length > 0)
      toast.push({...lastingToast('pasted-revisions'), status: 'warning', title: revisionAdvice})
    return insert.length > 0 ? {insert, path} : undefined
  }
  return (
    // By this attribute `UndoScope` decides who handles a key.
    <div data-empty={!props.value?.length} style={{display: 'contents'}}>
      {props.renderDefault({...props, onPaste: props.onPaste ?? paste})}
    </div>
  )
}

const pictureAdvice = (count: number) =>
  hint(
    `粘贴的内容里有 ${count} 张图片，没有放进正文：正文里只有文字。请把图片存成文件，上传到这个块的“照片”。`,
    `${count === 1 ? 'A picture was' : `${count} pictures were`} left out of what you pasted: running text holds words alone. Save each as a file, and upload it as the photograph of a text block.`,
  )

const revisionAdvice = hint(
  '粘贴的内容里有划掉的文字、批注或隐藏文字，没有放进正文。请核对这一段。',
  'Words that were struck out, comments or hidden text were left out of what you pasted. Check the text.',
)
