import {useEffect, useRef} from 'react'
import {useEditState, usePerspective} from 'sanity'
import type {PreviewHeaderProps} from 'sanity/presentation'
import type {PreviewText} from '../../lib/previewFocus.ts'
import {valueAt} from '../health/valueAt.ts'

interface TypedTextProps extends Pick<PreviewHeaderProps, 'iframeRef' | 'targetOrigin'> {
  /** Published id of the document. */
  id: string
  type: string
  /** Of the field that has the focus. */
  path: string
}

/** Tells the page in the preview what is typed into a field: it shows that before the server has rendered it. */
export function TypedText({id, type, path, iframeRef, targetOrigin}: TypedTextProps) {
  const {selectedReleaseId: release} = usePerspective()
  const {draft, published, version} = useEditState(id, type, 'default', release)
  const text = valueAt(version ?? draft ?? published, path)
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
