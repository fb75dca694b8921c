import {useToast} from '@sanity/ui/toast'
import {useEffect} from 'react'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {explainProblem} from './explainUpload.ts'
import type {PictureProblem} from './pictureFile.ts'

interface RefusedPicture {
  name: string
  problem: PictureProblem
}

const listeners = new Set<(refused: RefusedPicture) => void>()

/** Tells the editor that a picture was not uploaded, why, and what to do. */
export function reportProblem(refused: RefusedPicture): void {
  for (const listener of listeners) listener(refused)
}

/** Shows reported problems as toasts of the Studio, for as long as it takes to read them. */
export function UploadProblems() {
  const {push} = useToast()
  useEffect(() => {
    const show = ({name, problem}: RefusedPicture) =>
      push({
        status: 'error',
        closable: true,
        duration: 30_000,
        title: label(`没有上传“${name}”`, `“${name}” was not uploaded`),
        description: explainProblem(problem),
      })
    listeners.add(show)
    return () => {
      listeners.delete(show)
    }
  }, [push])
  return null
}
