import {useCallback, useState} from 'react'
import {useClient} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {problemOfUploadError} from '../uploads/problemMessage.ts'
import {beginUpload, reportProblem, runningUploads} from '../uploads/UploadProblems.tsx'
import {type PictureProblem, validatePicture} from '../uploads/validatePicture.ts'

/** Uploads pictures, and resolves with their ids. One that is refused says why and does not stop the others. */
export function useUpload(): {upload: (files: Iterable<File>) => Promise<string[]>; isBusy: boolean} {
  const client = useClient({apiVersion})
  const [running, setRunning] = useState(0)
  const upload = useCallback(
    async (files: Iterable<File>) => {
      setRunning((before) => before + 1)
      const own = {}
      runningUploads.add(own)
      const settleEarlier = beginUpload()
      try {
        const ids: string[] = []
        for (const file of [...files]) {
          // A folder, for one, is dropped as a file that cannot be read.
          const problem = await validatePicture(file).catch((): PictureProblem => ({reason: 'unknownFormat'}))
          const sent =
            problem ??
            (await client.assets
              .upload('image', file, {filename: file.name})
              .then(({_id}) => _id, problemOfUploadError))
          if (typeof sent === 'string') {
            ids.push(sent)
            settleEarlier()
          } else reportProblem({name: file.name, problem: sent})
        }
        return ids
      } finally {
        runningUploads.delete(own)
        setRunning((before) => before - 1)
      }
    },
    [client],
  )
  return {upload, isBusy: running > 0}
}

/** Takes the files out of a field, so that the same one can be chosen again. */
export function takeFiles(input: HTMLInputElement): File[] {
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
}
