/** A click that is to open a link right here: with the main button, and no key held that asks for a tab, window or download. */
export function isPlainClick({button, ctrlKey, metaKey, shiftKey, altKey}: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}
