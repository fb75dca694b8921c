import {isPreviewText, type PreviewText, splitPath} from '@/lib/previewMessages'
import {splitStega} from '@/sanity/splitStega'
import {withWholeMeasures} from '@/sanity/wholeMeasures'
import {fieldsOf} from './followFocus'

/** The text nodes of one text of the content, in order, as `Phrases` divides it; the last one holds the stega. */
type Run = Text[]

/** How long a typed text is shown without the server's rendering of it, in milliseconds: it may have been refused. */
const shownFor = 5000

/**
 * Shows a text on the page as it is typed in the Studio's form, before the server has rendered it. Only nodes that show
 * the text as it was are changed, and they are React's own: before each of its updates is painted, those that it has not
 * written get their text back. Returns a function that ends it.
 */
export function followText(): () => void {
  let typed: (PreviewText & {known: Set<string>}) | undefined
  /** Original contents of the changed nodes. */
  const originals = new Map<Text, string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const restore = (written: ReadonlySet<Node>) => {
    for (const [node, original] of originals) if (!written.has(node)) node.data = original
    originals.clear()
  }
  const show = () => {
    if (!typed) return
    for (const run of runsOf(typed)) {
      const {cleaned, encoded} = splitStega(run.map(({data}) => data).join(''))
      if (spaced(cleaned) === spaced(typed.text) || !typed.known.has(spaced(cleaned))) continue
      for (const [node, data] of changesTo(run, typed.text, encoded)) {
        originals.set(node, node.data)
        node.data = data
      }
    }
  }
  const observer = new MutationObserver((records) => {
    restore(new Set(records.filter(({type}) => type === 'characterData').map(({target}) => target)))
    show()
    observer.takeRecords()
  })
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    restore(new Set())
    typed = undefined
  }
  const receive = ({source, data}: MessageEvent<unknown>) => {
    // Trusts the parent window: `frame-ancestors` lets only the Studio frame a draft.
    if (source !== window.parent || !isPreviewText(data)) return
    const isSame = typed?.id === data.id && typed.path === data.path
    const known = new Set(isSame ? typed?.known : []).add(spaced(data.before)).add(spaced(data.text))
    stop()
    // As the server renders it, but for the little words of an English heading.
    typed = {...data, text: withWholeMeasures(data.text), known}
    show()
    timer = setTimeout(stop, shownFor)
    observer.observe(document.body, {characterData: true, childList: true, subtree: true})
  }
  window.addEventListener('message', receive)
  return () => {
    window.removeEventListener('message', receive)
    stop()
  }
}

/** A text with plain spaces, whichever of them the page made no-break spaces. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

/** Finds where the page shows a field. */
function runsOf({id, path}: PreviewText): Run[] {
  const wanted = splitPath(path).join()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const runs: Run[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Only texts that end with stega: the document's scripts hold some in their middle, and take long to decode.
    if (!(node instanceof Text) || !splitStega(node.data).encoded) continue
    const isShown = fieldsOf(node.data).some((field) => field.id === id && splitPath(field.path).join() === wanted)
    if (isShown) runs.push(runBefore(node))
  }
  return runs
}

/** Returns a node with the parts of its text before it. */
function runBefore(last: Text): Run {
  const run = [last]
  const {parentElement} = last
  const end = isClause(parentElement) ? parentElement : last
  for (let node = end.previousSibling; node; node = node.previousSibling) {
    const text = isClause(node) ? node.firstChild : node
    if (text instanceof Text && !splitStega(text.data).encoded) run.unshift(text)
    else if (!(node instanceof HTMLElement && node.localName === 'wbr')) break
  }
  return run
}

const isClause = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.dataset.part === 'clause'

/**
 * Returns the nodes of a run that change for another text, with what they then say: as few as possible, so that lines
 * break where they did.
 */
function changesTo(run: Run, text: string, encoded: string): [Text, string][] {
  const last = run.at(-1)
  const parts = run.map((node) => (node === last ? splitStega(node.data).cleaned : node.data))
  const before = parts.join('')
  const shorter = Math.min(before.length, text.length)
  let from = 0
  while (from < shorter && before[from] === text[from]) from += 1
  let kept = 0
  while (kept < shorter - from && before.at(-1 - kept) === text.at(-1 - kept)) kept += 1
  const until = before.length - kept
  const added = text.slice(from, text.length - kept)

  const changes: [Text, string][] = []
  let start = 0
  let isAdded = false
  for (const [index, node] of run.entries()) {
    const part = parts[index] ?? ''
    const end = start + part.length
    // Added text goes into the first node that reaches the position.
    const takes: boolean = !isAdded && from <= end
    const head = part.slice(0, Math.max(0, from - start))
    const tail = part.slice(Math.max(0, until - start))
    const now = from > end ? part : `${head}${takes ? added : ''}${tail}`
    isAdded ||= takes
    if (now !== part) changes.push([node, node === last ? now + encoded : now])
    start = end
  }
  return changes
}
