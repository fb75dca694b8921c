import {useEffect, useMemo, useRef} from 'react'
import {isPortableTextSpan, isPortableTextTextBlock, type Path, pathToString, stringToPath} from 'sanity'
import type {PreviewText} from '../../lib/previewMessages.ts'
import {stepInto} from '../health/valueAt.ts'
import type {PreviewedPage} from './previewNavigation.ts'
import {useShownDocument} from './useShownDocument.ts'

interface TypedTextProps extends PreviewedPage {
  /** Published id of the document. */
  id: string
  type: string
  /** Of the field that has the focus. */
  path: string
}

/** Tells the page in the preview what is typed into a field: it shows that before the server has rendered it. */
export function TypedText({id, type, path, iframeRef, targetOrigin}: TypedTextProps) {
  const {shown} = useShownDocument(id, type)
  const texts = useMemo(() => textsAt(shown, path), [shown, path])
  const last = useRef(texts)
  useEffect(() => {
    const change = changeBetween(last.current, texts)
    last.current = texts
    if (change) {
      const message: PreviewText = {type: 'site/text', id, ...change}
      iframeRef.current?.contentWindow?.postMessage(message, targetOrigin)
    }
  }, [texts, id, iframeRef, targetOrigin])
  return null
}

/** Returns the text at a path, or those of all spans of the portable text that it lies in, by their paths. */
function textsAt(document: unknown, path: string): ReadonlyMap<string, string> {
  const segments = stringToPath(path)
  let value = document
  for (const [index, segment] of segments.entries()) {
    value = stepInto(value, segment)
    if (Array.isArray(value) && value.some(isPortableTextTextBlock))
      return spanTexts(value, segments.slice(0, index + 1))
  }
  return new Map(typeof value === 'string' ? [[path, value]] : [])
}

function spanTexts(blocks: readonly unknown[], at: Path): ReadonlyMap<string, string> {
  return new Map(
    blocks
      .filter(isPortableTextTextBlock)
      .flatMap(({_key: block, children}) =>
        children
          .filter(isPortableTextSpan)
          .map(({_key, text}) => [pathToString([...at, {_key: block}, 'children', {_key}, 'text']), text]),
      ),
  )
}

/**
 * Returns which text has changed. If several have, or if one has come or gone, as with a new paragraph, the page waits
 * for the server: it could show only a part of that.
 */
function changeBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Pick<PreviewText, 'path' | 'before' | 'text'> | undefined {
  const changes = [...after].filter(([path, text]) => before.get(path) !== text)
  const [path, text] = changes[0] ?? []
  const old = path === undefined ? undefined : before.get(path)
  if (changes.length !== 1 || before.size !== after.size) return undefined
  return path === undefined || text === undefined || old === undefined ? undefined : {path, before: old, text}
}
