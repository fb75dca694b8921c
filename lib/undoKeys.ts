export type UndoDirection = 'undo' | 'redo'

/** Returns what a key press asks for: Ctrl+Z or ⌘Z to undo; with Shift, or Ctrl+Y, to redo. */
export function undoDirectionOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): UndoDirection | undefined {
  const {key, ctrlKey, metaKey, shiftKey, altKey} = event
  if (altKey || ctrlKey === metaKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined
}

export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable)
