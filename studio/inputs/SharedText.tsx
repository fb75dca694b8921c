import {Component, createRef, type FormEvent, type ReactNode} from 'react'
import type {StringInputProps} from 'sanity'
import {withoutUnseen} from '../../sanity/health/controls.ts'
import {edits} from '../saving/saving.ts'

type ElementProps = StringInputProps['elementProps']

interface Selection {
  text: string
  start: number
  end: number
}

interface Props {
  elementProps: ElementProps
  /** Somebody else is editing the field. */
  isShared: boolean
  /** The text is the address of a link. */
  isAddress?: boolean
  onChange(text: string): void
  /** Renders the field. */
  children: (elementProps: ElementProps) => ReactNode
}

interface State {
  /** What the field shows in place of the document's text. */
  text?: string | undefined
}

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Input methods on phones keep a word open until the next one begins. After this pause it is sent as it is, unless
 * somebody else is in the field: they might write among its letters before the finished word replaces them.
 */
const PAUSE_MS = 2000

/**
 * A text field that somebody else may change while one writes in it. The caret stays where it was in the text: browsers move
 * it to the end, so that the next letters would stand there. What an input method composes, such as Chinese from pinyin, stays in
 * the field until the word is finished: its letters would be deleted again by a patch that can hit what others have written there.
 * A class, as only classes see the field before it changes.
 */
export class SharedText extends Component<Props, State> {
  override state: State = {}
  readonly #root = createRef<HTMLDivElement>()
  #composition: Composition | undefined
  #pauseTimer: ReturnType<typeof setTimeout> | undefined
  #stopListening = () => {}
  /** Where the caret belongs once the field shows the merged text. */
  #caret: number | undefined

  override componentDidMount(): void {
    const root = this.#root.current
    const stopFlush = edits.onFlush(() => this.#send())
    root?.addEventListener('compositionstart', this.#start)
    root?.addEventListener('compositionend', this.#finish)
    root?.addEventListener('focusout', this.#finish)
    this.#stopListening = () => {
      stopFlush()
      root?.removeEventListener('compositionstart', this.#start)
      root?.removeEventListener('compositionend', this.#finish)
      root?.removeEventListener('focusout', this.#finish)
    }
  }

  override componentWillUnmount(): void {
    this.#send()
    this.#end()
    this.#stopListening()
  }

  override getSnapshotBeforeUpdate(): Selection | null {
    const field = this.#focusedField()
    if (!field || field.selectionStart === null || field.selectionEnd === null) return null
    return {text: field.value, start: field.selectionStart, end: field.selectionEnd}
  }

  override componentDidUpdate({elementProps}: Props, _state: State, before: Selection | null): void {
    const {value = ''} = this.props.elementProps
    if (elementProps.value !== value) {
      if (this.#composition) this.#composition.follow(value)
      else if (this.state.text !== undefined) this.setState({text: undefined})
    }
    const field = this.#focusedField()
    if (!before || !field || field.value === before.text) return
    const move = (position: number) => movedPosition(before.text, field.value, position)
    field.setSelectionRange(this.#caret ?? move(before.start), this.#caret ?? move(before.end))
    this.#caret = undefined
  }

  override render() {
    const {elementProps, children} = this.props
    const value = this.state.text ?? elementProps.value
    return (
      <div ref={this.#root} style={{display: 'contents'}}>
        {children({...elementProps, ...(value !== undefined && {value}), onChange: this.#change})}
      </div>
    )
  }

  #start = ({target}: Event) => {
    if (!isField(target)) return
    this.#composition = new Composition(target.value)
    this.setState({text: target.value})
  }

  #change = (event: FormEvent) => {
    if (!isField(event.target)) return this.props.elementProps.onChange(event)
    if (!this.#composition) return this.#write(event.target.value, event)
    this.setState({text: event.target.value})
    clearTimeout(this.#pauseTimer)
    this.#pauseTimer = setTimeout(() => !this.props.isShared && this.#send(), PAUSE_MS)
  }

  /** Sends what the field has, also in the middle of a word. Returns the text of the document with it. */
  #send(text = this.state.text): Merged | undefined {
    const {elementProps, onChange} = this.props
    const {value = '', readOnly} = elementProps
    if (!this.#composition || text === undefined || readOnly) return undefined
    this.#composition.follow(value)
    const merged = this.#composition.merge(text)
    if (merged.text !== value) onChange(this.#clean(merged.text))
    return merged
  }

  /** Sends what is written without an input method. What was pasted may hold more than anybody sees. */
  #write(text: string, event: FormEvent): void {
    const clean = this.#clean(text)
    if (clean === text) this.props.elementProps.onChange(event)
    else this.props.onChange(clean)
  }

  /** An address has no blanks either. */
  #clean(text: string): string {
    return this.props.isAddress ? withoutUnseen(text).replace(/\s+/g, '') : withoutUnseen(text)
  }

  #finish = ({target}: Event) => {
    if (!this.#composition || !isField(target)) return
    const merged = this.#send(target.value)
    this.#end()
    const isSaved = merged === undefined || merged.text === this.props.elementProps.value
    if (merged && merged.text !== target.value && target.selectionEnd !== null)
      this.#caret = target.selectionEnd + merged.shift
    // Shown until the document has the text, so that the field does not go back for a moment.
    this.setState({text: isSaved ? undefined : merged.text})
  }

  #end(): void {
    clearTimeout(this.#pauseTimer)
    this.#composition = undefined
  }

  #focusedField(): Field | undefined {
    const focused = document.activeElement
    return isField(focused) && this.#root.current?.contains(focused) ? focused : undefined
  }
}

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** What is written in a field while others change the document's text, which the field does not show meanwhile. */
export class Composition {
  /** The field's text when the two were merged, and what the document's has been since, one change after the other. */
  #versions: readonly string[]

  constructor(text: string) {
    this.#versions = [text]
  }

  /** Records the document's text. */
  follow(text: string): void {
    if (this.#versions.at(-1) !== text) this.#versions = [...this.#versions, text]
  }

  merge(field: string): Merged {
    const merged = mergeTexts(field, this.#versions)
    this.#versions = [field, merged.text]
    return merged
  }
}

interface Merged {
  text: string
  /** How far what is mine has moved. */
  shift: number
}

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
 * Merges one change of the first version, mine, with those that led from each version to the next. Where both replace the same
 * letters, both replacements stay.
 */
export function mergeTexts(mine: string, versions: readonly string[]): Merged {
  const [base = '', ...later] = versions
  const {start, rest} = changeOf(base, mine)
  const replaced = base.slice(start, base.length - rest)
  let theirs = base
  let [from, to] = [start, base.length - rest]
  for (const next of later) {
    const changed = changeOf(theirs, next)
    to = movedPosition(theirs, next, to)
    // One change on both sides reaches from the first of its letters to the last.
    const isBehind = from > changed.start && from >= theirs.length - changed.rest
    from = isBehind ? from + next.length - theirs.length : Math.min(from, changed.start)
    theirs = next
  }
  const place = theirs.slice(from, to).indexOf(replaced)
  const first = place < 0 ? to : from + place
  const text = theirs.slice(0, first) + mine.slice(start, mine.length - rest)
  return {text: text + theirs.slice(place < 0 ? to : first + replaced.length), shift: first - start}
}

/** The lengths of the prefix and of the suffix that a change has left as they were. */
function changeOf(before: string, after: string): {start: number; rest: number} {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let rest = 0
  while (rest < shorter - start && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1
  // Two that share a half, as emoji do, are two characters.
  if (isLowHalf(before, start) || isLowHalf(after, start)) start -= 1
  if (isLowHalf(before, before.length - rest)) rest -= 1
  return {start, rest}
}

/** Whether a position is between the two halves of a character beyond U+FFFF. */
function isLowHalf(text: string, position: number): boolean {
  const unit = text.charCodeAt(position)
  return unit >= 0xdc00 && unit <= 0xdfff
}
