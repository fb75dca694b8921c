import {stegaClean} from '@sanity/client/stega'
import {vercelStegaDecodeAll} from '@vercel/stega'
import {isPlainClick} from '@/browser/links'
import {
  isPreviewFocus,
  nearestPath,
  type PreviewFocus,
  type PreviewMissedClick,
  type PreviewShown,
} from '@/lib/previewMessages'
import type {StegaField} from '@/sanity/withStega'

/** A place on the page that shows a field. */
interface Place {
  element: Element
  path: string
}

/** Attributes with texts of the content: of pictures and drawings. */
const textAttributes = ['alt', 'aria-label'] as const

/** Space that the site's fixed bars may cover at the top and at the bottom, in pixels. */
const covered = 80

/** How long a place is marked, in milliseconds. */
const markedFor = 1600

/** Scrolls to the field that has the focus in the Studio's form, and marks it. Returns a function that ends it. */
export function followFocus(): () => void {
  let marking: Animation | undefined
  const show = (focus: PreviewFocus) => {
    const element = findPlace(focus)
    if (!element) return false
    for (let details = closedAround(element); details; details = closedAround(element)) details.open = true
    element.scrollIntoView({behavior: 'instant', block: isInView(element) ? 'nearest' : 'center', inline: 'nearest'})
    marking?.cancel()
    marking = mark(element)
    return true
  }
  // A field that is not on the page yet, such as one of a new block, is shown as soon as it appears.
  let awaited: PreviewFocus | undefined
  const observer = new MutationObserver(() => {
    if (awaited && show(awaited)) stopWaiting()
  })
  const stopWaiting = () => {
    awaited = undefined
    observer.disconnect()
  }
  const receive = ({source, data}: MessageEvent<unknown>) => {
    // Trusts the parent window: `frame-ancestors` lets only the Studio frame a draft.
    if (source !== window.parent || !isPreviewFocus(data)) return
    stopWaiting()
    if (show(data)) return
    awaited = data
    observer.observe(document.body, {childList: true, characterData: true, subtree: true})
  }
  window.addEventListener('message', receive)
  return () => {
    window.removeEventListener('message', receive)
    stopWaiting()
    marking?.cancel()
  }
}

/** Asks the Studio which field has the focus: it has told the earlier page, not this one. */
export function askForFocus(): void {
  if (window.parent !== window) window.parent.postMessage({type: 'site/shown'} satisfies PreviewShown, '*')
}

/** Elements with a click behaviour of their own. */
const controls = 'a, button, summary, label, input, select, textarea'

/** Reports clicks on fields that Presentation's overlays did not handle to the Studio: they stop those that they do. Returns an unsubscribe function. */
export function tellMissedClicks(): () => void {
  const tell = (event: MouseEvent) => {
    const {target, defaultPrevented} = event
    if (defaultPrevented || !isPlainClick(event) || !(target instanceof Element) || target.closest(controls)) return
    const field = fieldAround(target)
    if (!field || window.parent === window) return
    const {id, type: documentType, path} = field
    window.parent.postMessage({type: 'site/missedClick', id, documentType, path} satisfies PreviewMissedClick, '*')
  }
  document.addEventListener('click', tell)
  return () => document.removeEventListener('click', tell)
}

/** The field of an element's own text, or of the nearest one around it that has a field. */
function fieldAround(target: Element): Field | undefined {
  for (let element: Element | null = target; element; element = element.parentElement) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const [field = readDataAttribute(element.getAttribute('data-sanity'))] = texts.flatMap(({nodeValue}) =>
      fieldsOf(nodeValue ?? ''),
    )
    if (field) return field
  }
  return undefined
}

function findPlace({id, path}: PreviewFocus): Element | undefined {
  const places = placesOf(id)
  const visible = places.filter(({element}) => element.checkVisibility())
  for (const group of [visible, places]) {
    const index = nearestPath(
      path,
      group.map((place) => place.path),
    )
    if (index !== undefined) return group[index]?.element
  }
  return undefined
}

/** Returns the places on the page that show a document's fields or blocks, in reading order. */
function placesOf(id: string): Place[] {
  const places: Place[] = []
  const add = (element: Element | null, text: string | null) => {
    if (!element || !text) return
    for (const field of fieldsOf(text)) if (field.id === id) places.push({element, path: field.path})
  }
  const main = document.querySelector('main') ?? document.body
  for (const root of [main, document.body]) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Element)) add(node.parentElement, node.nodeValue)
      else {
        const field = readDataAttribute(node.getAttribute('data-sanity'))
        if (field?.id === id) places.push({element: node, path: field.path})
        for (const attribute of textAttributes) add(node, node.getAttribute(attribute))
      }
    }
    if (places.length > 0) break
  }
  return places
}

/** A field of a document, as stega has it. */
type Field = Pick<StegaField, 'id' | 'type' | 'path'>

/** Returns the fields that a text of a draft comes from. Empty if its stega is cut off. */
export function fieldsOf(text: string): Field[] {
  // The decoder knows no text without stega.
  if (stegaClean(text) === text) return []
  try {
    return vercelStegaDecodeAll<Partial<StegaField>>(text).flatMap(({id, type, path}) =>
      id !== undefined && type !== undefined && path !== undefined ? {id, type, path} : [],
    )
  } catch {
    return []
  }
}

/** Reads document and field from `data-sanity`, which blocks have, and what is missing in them. */
function readDataAttribute(attribute: string | null): Field | undefined {
  const parts = new Map(attribute?.split(';').map((part): [string, string] => splitOnce(part, '=')))
  const [id, type, path] = ['id', 'type', 'path'].map((name) => parts.get(name))
  return id !== undefined && type !== undefined && path !== undefined ? {id, type, path} : undefined
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

function closedAround(element: Element): HTMLDetailsElement | null {
  const closed = element.closest<HTMLDetailsElement>('details:not([open])')
  // The summary is visible while its details are closed.
  return closed?.querySelector(':scope > summary')?.contains(element) ? null : closed
}

function isInView(element: Element): boolean {
  const {top, bottom} = element.getBoundingClientRect()
  return top >= covered && bottom <= window.innerHeight - covered
}

/** Outlines an element; it keeps the animation, without effect, until the next one is marked. */
function mark(element: Element): Animation {
  const seen = {outline: '3px solid #2276fc', outlineOffset: '4px'}
  const gone = {outline: '3px solid transparent', outlineOffset: '4px'}
  return element.animate([{...seen}, {...seen, offset: 0.8}, gone], {
    id: 'edited-field',
    duration: markedFor,
    fill: 'forwards',
  })
}
