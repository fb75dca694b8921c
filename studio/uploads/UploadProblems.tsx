import {useToast} from '@sanity/ui/toast'
import {useEffect} from 'react'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {lastingToast, noToast} from '../lake/reasonOf.ts'
import {problemMessage} from './problemMessage.ts'
import type {PictureProblem} from './validatePicture.ts'

interface RefusedPicture {
  name: string
  problem: PictureProblem
}

/** Problems that are shown, by the file's name. */
const shown = new Map<string, RefusedPicture>()
const listeners = new Set<(name: string) => void>()

/** Shows the editor that a picture was not uploaded, with reason and remedy. */
export function reportProblem(refused: RefusedPicture): void {
  change(refused.name, refused)
}

/** Uploads under way, which closing the tab would break off. */
export const runningUploads = new Set<object>()

/** Called as an upload begins. Returns what takes the problems of earlier ones away, to be called once it has succeeded. */
export function beginUpload(): () => void {
  const earlier = [...shown.values()]
  return () => {
    for (const refused of earlier) if (shown.get(refused.name) === refused) change(refused.name, undefined)
  }
}

function change(name: string, refused: RefusedPicture | undefined): void {
  if (refused) shown.set(name, refused)
  else shown.delete(name)
  for (const listener of listeners) listener(name)
}

/** Shows reported problems as toasts. */
export function UploadProblems() {
  const {push} = useToast()
  useEffect(() => {
    const show = (name: string) => {
      const id = `upload-${name}`
      const refused = shown.get(name)
      if (!refused) {
        push(noToast(id))
        return
      }
      push({
        ...lastingToast(id),
        status: 'error',
        title: label(`没有上传“${name}”`, `“${name}” was not uploaded`),
        description: problemMessage(refused.problem),
      })
    }
    listeners.add(show)
    return () => {
      listeners.delete(show)
    }
  }, [push])
  return null
}
