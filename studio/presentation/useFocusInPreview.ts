import {useEffect, useSyncExternalStore} from 'react'
import {type PreviewHeaderProps, usePresentationParams} from 'sanity/presentation'
import {isPreviewShown, type PreviewFocus} from '../../lib/previewMessages.ts'
import {formFields, pathOfField} from '../focus/formFields.ts'

/** By then Presentation knows the newly focused field, if it is another one. In milliseconds. */
const settleDelay = 100

/**
 * Path of the field that is edited beside the preview: the one that Presentation names, or the one that has the focus
 * where Presentation has forgotten it or not heard of it yet, as happens while a form opens. Undefined without any.
 */
export function useFocusedField(): string | undefined {
  const {path} = usePresentationParams()
  const focused = useSyncExternalStore(onFocusMove, fieldWithFocus)
  // Presentation may know which part of the focused field is meant, for instance which paragraph.
  return focused === undefined || path?.startsWith(focused) ? path : focused
}

/** Calls back when the focus moves, also into the preview, which only takes it from the window. */
function onFocusMove(callback: () => void): () => void {
  document.addEventListener('focusin', callback)
  window.addEventListener('blur', callback)
  return () => {
    document.removeEventListener('focusin', callback)
    window.removeEventListener('blur', callback)
  }
}

/** Path of the field of the form that has the focus. */
function fieldWithFocus(): string | undefined {
  return pathOfField(document.activeElement?.closest(formFields))
}

/** Tells the page in the preview which field has the focus: when it changes, when it returns, and when a page asks. */
export function useFocusInPreview(
  {iframeRef, targetOrigin}: Pick<PreviewHeaderProps, 'iframeRef' | 'targetOrigin'>,
  path: string | undefined,
) {
  const {id} = usePresentationParams()
  useEffect(() => {
    if (id === undefined || path === undefined) return
    const send = () => {
      const focus: PreviewFocus = {type: 'site/focus', id, path}
      iframeRef.current?.contentWindow?.postMessage(focus, targetOrigin)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const sendLater = () => {
      clearTimeout(timer)
      timer = setTimeout(send, settleDelay)
    }
    const answer = ({source, origin, data}: MessageEvent<unknown>) => {
      if (origin === targetOrigin && source === iframeRef.current?.contentWindow && isPreviewShown(data)) send()
    }
    send()
    window.addEventListener('message', answer)
    document.addEventListener('focusin', sendLater)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', answer)
      document.removeEventListener('focusin', sendLater)
    }
  }, [id, path, iframeRef, targetOrigin])
}
