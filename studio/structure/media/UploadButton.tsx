import {UploadIcon} from '@sanity/icons/Upload'
import {Button} from '@sanity/ui'
import {useRef, useState} from 'react'
import {useClient} from 'sanity'
import {apiVersion} from '../../../sanity/env.ts'
import {label} from '../../schema/support/bilingual.ts'
import {pictureKinds} from '../../schema/support/pictureKinds.ts'

/** Uploads pictures without placing them yet. */
export function UploadButton({onFail}: {onFail: (message: string | undefined) => void}) {
  const client = useClient({apiVersion})
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  async function upload(files: FileList | null): Promise<void> {
    setBusy(true)
    onFail(undefined)
    try {
      for (const file of files ?? []) await client.assets.upload('image', file, {filename: file.name})
    } catch {
      onFail(label('上传没有成功，请检查文件后再试。', 'The upload failed. Check the file and try again.'))
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
        onChange={({currentTarget}) => upload(currentTarget.files)}
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
