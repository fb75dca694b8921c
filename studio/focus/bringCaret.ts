import {isWithin} from '../health/isWithin.ts'
import {formFields, pathOfField} from './formFields.ts'

/** Delay between attempts, in milliseconds. A dialog that opens takes the focus for its first field. */
const attemptEvery = 100

/** Attempts for which the field must keep the caret, and after which it is given up. */
const enough = {held: 5, tried: 80}

const holdsCaret =
  'input:not([type="file"]):not(:disabled), textarea:not(:disabled), [contenteditable="true"], select:not(:disabled)'
const holdsFocus = 'button:not(:disabled), a[href], [tabindex="0"]'

/**
 * Scrolls to a field and puts the caret into it, again until it stays there: dialogs, lists and languages around it open
 * one after the other, and each takes the focus. The editor's next key or click ends it. Returns a function that ends it.
 */
export function bringCaret(path: string, open: () => void): () => void {
  let held = 0
  let tried = 0
  open()
  const attempt = () => {
    const target = targetOf(path)
    tried += 1
    if (target?.contains(document.activeElement)) held += 1
    else {
      held = 0
      // A list mounts an item only once the form has scrolled to it.
      if (!target && tried % 10 === 0) open()
      target?.scrollIntoView({block: 'center', behavior: 'instant'})
      target?.focus({preventScroll: true})
    }
    if (held >= enough.held || tried >= enough.tried) end()
  }
  const timer = setInterval(attempt, attemptEvery)
  const end = () => {
    clearInterval(timer)
    window.removeEventListener('keydown', end, true)
    window.removeEventListener('pointerdown', end, true)
  }
  window.addEventListener('keydown', end, true)
  window.addEventListener('pointerdown', end, true)
  return end
}

/** Finds what holds the caret of a field: its input, else the first one within it, else a button, else the text it is in. */
function targetOf(path: string): HTMLElement | undefined {
  const own = document.getElementById(path)
  const within = document.querySelectorAll<HTMLElement>(`[id^="${CSS.escape(path)}"]`)
  const roots = [...(own ? [own] : []), ...within].filter((element) => isWithin(element.id, path))
  for (const selector of [holdsCaret, holdsFocus]) {
    for (const root of roots) {
      const target = root.matches(selector) ? root : root.querySelector(selector)
      if (target instanceof HTMLElement && target.checkVisibility()) return target
    }
  }
  return textAround(path)
}

/** Finds the editor of the formatted text that a paragraph is in, or a part of one. They have no elements with ids. */
function textAround(path: string): HTMLElement | undefined {
  const editors = document.querySelectorAll<HTMLElement>('[contenteditable="true"]')
  return Array.from(editors).find((editor) => {
    const field = pathOfField(editor.closest(formFields))
    return field !== undefined && path.startsWith(`${field}[`) && editor.checkVisibility()
  })
}
