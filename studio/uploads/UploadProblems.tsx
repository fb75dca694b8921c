import {useToast} from '@sanity/ui/toast'
import {useEffect} from 'react'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {lastingToast} from '../lake/reasonOf.ts'
import {problemMessage} from './problemMessage.ts'
import type {PictureProblem} from './validatePicture.ts'

interface RefusedPicture {
  name: string
  problem: PictureProblem
}

const listeners = new Set<(refused: RefusedPicture) => void>()

/** Shows the editor that a picture was not uploaded, with reason and remedy. */
export function reportProblem(refused: RefusedPicture): void {
  for (const listener of listeners) listener(refused)
}

/** Shows reported problems as toasts. */
export function UploadProblems() {
  const {push} = useToast()
  useEffect(() => {
    const show = ({name, problem}: RefusedPicture) =>
      push({
        ...lastingToast(`upload-${name}`),
        status: 'error',
        title: label(`没有上传“${name}”`, `“${name}” was not uploaded`),
        description: problemMessage(problem),
      })
    listeners.add(show)
    return () => {
      listeners.delete(show)
    }
  }, [push])
  return null
}
