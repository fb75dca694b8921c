import {hint} from '../../sanity/schema/support/bilingual.ts'
import {isWholeDate} from '../build/writtenDate.ts'
import {ConnectionStatus} from './ConnectionStatus.ts'
import {UnsavedEdits} from './UnsavedEdits.ts'
import {discardUnsavedTexts, hasUnsavedTexts} from './UnsavedTexts.ts'

/** This tab's connection to the content lake. */
export const connection = new ConnectionStatus()

/** This tab's unsaved edits. */
export const edits = new UnsavedEdits()

const dateField = '[data-testid="date-input"]'

/**
 * Stores what is typed in the date field that has the focus. Sanity's fields do so when they lose the focus or Enter is pressed, as
 * half of a date can be read as another one.
 */
export function storeTypedDate(): void {
  const field = document.activeElement
  if (!field?.matches(dateField)) return
  // React reads the key of this event from the deprecated fields alone.
  field.dispatchEvent(new KeyboardEvent('keypress', {key: 'Enter', keyCode: 13, charCode: 13, bubbles: true}))
}

/** The field that had the focus last, with its text when Sanity compared it with the stored date. */
let compared: {field: EventTarget; text: string} | undefined

/** Remembers a date field's text as it gets or loses the focus, or Enter is pressed in it. */
export function rememberDate({target}: Event): void {
  if (target instanceof HTMLInputElement && target.matches(dateField)) compared = {field: target, text: target.value}
}

/** Stores it as the page goes, unless it is half a date, cannot be read, or is none: somebody may have been in the middle of typing it. */
export function storeWholeDate(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement && isWhole(field)) storeTypedDate()
}

/**
 * Returns whether a date field of a form shows what is not stored: half a date, one that cannot be read, or none where there was one
 * as it got the focus.
 */
export function hasUnstoredDate(): boolean {
  // Others are of calendars, of the search and of the dialogs for a time, which write dates in words.
  const fields = document.querySelectorAll<HTMLInputElement>(`[data-testid^="field-"] ${dateField}`)
  const isEmptied = (field: HTMLInputElement) => field === compared?.field && compared.text.trim() !== ''
  return [...fields].some((field) => (field.value.trim() === '' ? isEmptied(field) : !isWhole(field)))
}

/** Sanity shows a date as an example in the empty field, with a time where there is one. */
const isWhole = ({value, placeholder}: HTMLInputElement): boolean => isWholeDate(value, /\d:\d/.test(placeholder))

/** How long signing out waits for the last edits. */
const SAVING_LIMIT_MS = 3000

/**
 * Saves all edits before signing out. Asks whether to discard those that cannot be saved, and what only the editor can save.
 * Returns whether to sign out.
 */
export async function confirmSignOut(): Promise<boolean> {
  const late = new Promise((resolve) => setTimeout(resolve, SAVING_LIMIT_MS))
  await Promise.race([edits.whenTyped().then(() => edits.whenSaved()), late])
  if (!edits.isUnsaved()) return confirmDiscard()
  const isMeant = confirm(
    hint(
      '有些修改还没有保存。现在退出登录就会丢掉它们。仍要退出吗？',
      'Some changes are not saved yet and would be lost by signing out now. Sign out anyway?',
    ),
  )
  if (isMeant) discardUnsavedTexts()
  return isMeant
}

/** Asks whether to discard typed texts that nothing saves by itself, if there are any. Returns whether to go on. */
export function confirmDiscard(): boolean {
  if (!hasUnsavedTexts()) return true
  const isMeant = confirm(
    hint(
      '有些文字已经写了，还没有保存。继续就会丢掉它们。仍要继续吗？',
      'Some text is not saved yet and would be lost. Go on anyway?',
    ),
  )
  if (isMeant) discardUnsavedTexts()
  return isMeant
}
