import {useEffect, useRef} from 'react'
import type {PreviewText} from '../../lib/previewMessages.ts'
import {valueAt} from '../health/valueAt.ts'
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
  const text = valueAt(shown, path)
  const last = useRef(text)
  useEffect(() => {
    const before = last.current
    last.current = text
    if (typeof before !== 'string' || typeof text !== 'string' || before === text) return
    const message: PreviewText = {type: 'site/text', id, path, before, text}
    iframeRef.current?.contentWindow?.postMessage(message, targetOrigin)
  }, [text, id, path, iframeRef, targetOrigin])
  return null
}
