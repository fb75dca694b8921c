import {hint} from '../../sanity/schema/support/bilingual.ts'
import {Reachability} from './Reachability.ts'
import {UnsavedEdits} from './UnsavedEdits.ts'

/** This tab's connection to the content lake, for its transport, its forms and its notice. */
export const reach = new Reachability()

/** What was typed in this tab and is not saved yet. */
export const edits = new UnsavedEdits()

/** How long whoever signs out waits for what was typed last. */
const SAVING_LIMIT_MS = 3000

/** Saves what was typed. When that does not succeed soon, asks whether to give it up, and returns the answer. */
export async function mayEndSession(): Promise<boolean> {
  const late = new Promise((resolve) => setTimeout(resolve, SAVING_LIMIT_MS))
  await Promise.race([edits.settled(), late])
  if (!edits.isUnsaved()) return true
  return confirm(
    hint(
      '有些修改还没有保存。现在退出登录就会丢掉它们。仍要退出吗？',
      'Some changes are not saved yet and would be lost by signing out now. Sign out all the same?',
    ),
  )
}
