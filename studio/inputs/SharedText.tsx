import {Component, createRef, type PropsWithChildren} from 'react'

interface Selection {
  text: string
  start: number
  end: number
}

type Props = PropsWithChildren<{
  value: string | undefined
  onChange(text: string): void
}>

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * A text field that somebody else may change while one writes in it. The caret stays where it was in the text: browsers move
 * it to the end, so that the next letters would stand there. And what an input method composes, such as Chinese from pinyin, is
 * finished before the other's change is shown: browsers would end the composition and repeat its letters. A class, as only
 * classes see the field before it changes, and can wait with an update.
 */
export class SharedText extends Component<Props> {
  readonly #root = createRef<HTMLDivElement>()
  #isComposing = false
  /** The field's text when somebody else changed the value during a composition. */
  #heldText: string | undefined

  override componentDidMount(): void {
    const root = this.#root.current
    root?.addEventListener('compositionstart', this.#start)
    root?.addEventListener('compositionend', this.#finish)
    root?.addEventListener('input', this.#hold)
  }

  override componentWillUnmount(): void {
    const root = this.#root.current
    root?.removeEventListener('compositionstart', this.#start)
    root?.removeEventListener('compositionend', this.#finish)
    root?.removeEventListener('input', this.#hold)
  }

  override shouldComponentUpdate({value = ''}: Props): boolean {
    const field = this.#focusedField()
    if (!this.#isComposing || !field) return true
    if (this.#heldText === undefined && value === field.value) return true
    this.#heldText ??= field.value
    return false
  }

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

  #start = () => {
    this.#isComposing = true
  }

  /** Before React hears of it, which would put the value back into the field. */
  #hold = (event: Event) => {
    if (this.#heldText !== undefined) event.stopPropagation()
  }

  #finish = ({target}: Event) => {
    this.#isComposing = false
    const base = this.#heldText
    this.#heldText = undefined
    if (base === undefined || !isField(target)) return
    const {value = '', onChange} = this.props
    const merged = mergeTexts(base, target.value, value)
    if (merged === value) this.forceUpdate()
    else onChange(merged)
  }

  #focusedField(): Field | undefined {
    const focused = document.activeElement
    return isField(focused) && this.#root.current?.contains(focused) ? focused : undefined
  }
}

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/**
 * Where a position in a text is after one change of the text: before what has been added there, so that two people who write at
 * the same place do not mix their letters, and behind what has been replaced around it.
 */
export function movedPosition(before: string, after: string, position: number): number {
  const {start, rest} = changeOf(before, after)
  if (position <= start) return position
  return after.length - Math.min(rest, before.length - position)
}

/**
 * The text with two changes of it: one of mine, and theirs, which may be on both sides of it. Where both replace the same letters,
 * both replacements stay.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string {
  const {start, rest} = changeOf(base, mine)
  const changed = changeOf(base, theirs)
  const replaced = base.slice(start, base.length - rest)
  const first = Math.min(start, changed.start)
  const within = theirs.slice(first, theirs.length - Math.min(rest, changed.rest))
  const isBehindTheirs = changed.rest > rest
  const placeOf = (text: string) => (isBehindTheirs ? within.lastIndexOf(text) : within.indexOf(text))
  const isKept = within.includes(replaced)
  const from = first + placeOf(isKept ? replaced : '')
  const to = isKept ? from + replaced.length : from
  return theirs.slice(0, from) + mine.slice(start, mine.length - rest) + theirs.slice(to)
}

/** The lengths of the prefix and of the suffix that a change has left as they were. */
function changeOf(before: string, after: string): {start: number; rest: number} {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let rest = 0
  while (rest < shorter - start && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1
  return {start, rest}
}
