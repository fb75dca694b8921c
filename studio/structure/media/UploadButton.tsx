import {UploadIcon} from '@sanity/icons/Upload'
import {Button} from '@sanity/ui'
import {useRef, useState} from 'react'
import {useClient} from 'sanity'
import {apiVersion} from '../../../sanity/env.ts'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import {pictureKinds} from '../../../sanity/schema/support/pictureKinds.ts'
import {problemOfError} from '../../uploads/explainUpload.ts'
import {type PictureProblem, problemOf} from '../../uploads/pictureFile.ts'
import {reportProblem} from '../../uploads/UploadProblems.tsx'

/** Uploads pictures without placing them yet. Those that cannot be taken hold up no other. */
export function UploadButton() {
  const client = useClient({apiVersion})
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  const upload = (file: File): Promise<PictureProblem | undefined> =>
    client.assets.upload('image', file, {filename: file.name}).then(() => undefined, problemOfError)

  async function uploadAll(files: FileList | null): Promise<void> {
    setBusy(true)
    for (const file of files ?? []) {
      const problem = (await problemOf(file)) ?? (await upload(file))
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
