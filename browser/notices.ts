/** The notices that every page brings along hidden (`components/notices/Notices.tsx`). */

export type Subject = 'connection' | 'freshness'

/** The live region for notices about a subject; none on previews, say. */
export function noticesAbout(subject: Subject): HTMLElement | null {
  return document.querySelector(`.notices[data-about="${subject}"]`)
}

/** Shows the notice of that name and hides the others about the subject. The focus stays on the button that is shown. */
export function showNotice(subject: Subject, name: string | undefined): void {
  const notices = noticesAbout(subject)
  const hasFocus = notices?.contains(document.activeElement)
  for (const notice of notices?.querySelectorAll<HTMLElement>('[data-notice]') ?? []) {
    const hidden = notice.dataset.notice !== name
    if (notice.hidden !== hidden) notice.hidden = hidden
    if (hasFocus && !hidden) notice.querySelector('button')?.focus()
  }
}

/**
 * Disables the buttons about a subject, or enables them. One with `data-busy` says so while it is `busy`. A button with the
 * attribute `disabled` would lose the focus.
 */
export function setButtons(subject: Subject, {disabled, busy}: {disabled: boolean; busy: boolean}): void {
  for (const button of noticesAbout(subject)?.querySelectorAll('button') ?? []) {
    button.setAttribute('aria-disabled', `${disabled}`)
    const {busy: busyWords, idle = button.textContent} = button.dataset
    const words = busy && busyWords ? busyWords : idle
    if (button.textContent === words) continue
    button.dataset.idle = idle
    button.textContent = words
  }
}

/** Calls back with the notice's name when its button is pressed. */
export function onNoticeButton(subject: Subject, pressed: (name: string | undefined) => unknown): void {
  document.addEventListener('click', ({target}) => {
    const button = target instanceof Element ? target.closest('button:not([aria-disabled="true"])') : null
    if (button?.closest(`.notices[data-about="${subject}"]`))
      pressed(button.closest<HTMLElement>('[data-notice]')?.dataset.notice)
  })
}
