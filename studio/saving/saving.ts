import {hint} from '../../sanity/schema/support/bilingual.ts'
import {ConnectionStatus} from './ConnectionStatus.ts'
import {UnsavedEdits} from './UnsavedEdits.ts'

/** This tab's connection to the content lake. */
export const connection = new ConnectionStatus()

/** This tab's unsaved edits. */
export const edits = new UnsavedEdits()

/** How long signing out waits for the last edits. */
const SAVING_LIMIT_MS = 3000

/** Saves all edits before signing out. If that fails, asks whether to discard them. Returns whether to sign out. */
export async function confirmSignOut(): Promise<boolean> {
  const late = new Promise((resolve) => setTimeout(resolve, SAVING_LIMIT_MS))
  await Promise.race([edits.whenSaved(), late])
  if (!edits.isUnsaved()) return true
  return confirm(
    hint(
      '有些修改还没有保存。现在退出登录就会丢掉它们。仍要退出吗？',
      'Some changes are not saved yet and would be lost by signing out now. Sign out all the same?',
    ),
  )
}
