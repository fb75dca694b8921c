import {Component, createRef, type PropsWithChildren} from 'react'

interface Selection {
  text: string
  start: number
  end: number
}

/**
 * Keeps the caret of a text field where it was in the text when somebody else changes that text. Browsers move it to the end,
 * so that the next letters would stand there. A class, as only classes see the field before it changes.
 */
export class KeepCaret extends Component<PropsWithChildren> {
  readonly #root = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(): Selection | null {
    const field = this.#focusedField()
    if (!field || field.selectionStart === null || field.selectionEnd === null) return null
    return {text: field.value, start: field.selectionStart, end: field.selectionEnd}
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: Selection | null): void {
    const field = this.#focusedField()
    if (!before || !field || field.value === before.text) return
    const move = (position: number) => movedPosition(before.text, field.value, position)
    field.setSelectionRange(move(before.start), move(before.end))
  }

  override render() {
    return (
      <div ref={this.#root} style={{display: 'contents'}}>
        {this.props.children}
      </div>
    )
  }

  #focusedField(): HTMLInputElement | HTMLTextAreaElement | undefined {
    const focused = document.activeElement
    const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
    return isField && this.#root.current?.contains(focused) ? focused : undefined
  }
}

/**
 * Where a position in a text is after one change of the text: before what has been added there, so that two people who write at
 * the same place do not mix their letters, and behind what has been replaced around it.
 */
export function movedPosition(before: string, after: string, position: number): number {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  if (position <= start) return position
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.length - Math.min(end, before.length - position)
}
