const controls = 'a, button'

/** Whoever has come with the keyboard to a control of what goes is on the same control of what comes in its place. */
export function keepFocus(going: HTMLElement, coming: HTMLElement): void {
  const index = [...going.querySelectorAll(controls)].findIndex((control) => control.matches(':focus'))
  coming.querySelectorAll<HTMLElement>(controls)[index]?.focus({preventScroll: true})
}
