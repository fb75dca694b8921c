import {useEffect} from 'react'
import {type PreviewHeaderProps, usePresentationParams} from 'sanity/presentation'
import {isPreviewShown, type PreviewFocus} from '../../lib/previewFocus.ts'

/** By then Presentation knows the newly focused field, if it is another one. In milliseconds. */
const settleDelay = 100

/** Tells the page in the preview which field has the focus: when it changes, when it returns, and when a page asks. */
export function useFocusInPreview({iframeRef, targetOrigin}: Pick<PreviewHeaderProps, 'iframeRef' | 'targetOrigin'>) {
  const {id, path} = usePresentationParams()
  useEffect(() => {
    if (id === undefined) return
    const send = () => {
      // While a form opens, Presentation may forget the field that was focused meanwhile.
      const field = path ?? focusedField()
      if (field === undefined) return
      const focus: PreviewFocus = {type: 'site/focus', id, path: field}
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

/** Path of the field of the form that has the focus. */
function focusedField(): string | undefined {
  const field = document.activeElement?.closest('[data-testid^="field-"]')
  return field?.getAttribute('data-testid')?.slice('field-'.length)
}
