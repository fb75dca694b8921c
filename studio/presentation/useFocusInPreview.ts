import {useEffect, useSyncExternalStore} from 'react'
import {usePresentationParams} from 'sanity/presentation'
import {formPath, isPreviewClick, isPreviewShown, type PreviewFocus} from '../../lib/previewMessages.ts'
import {bringCaret} from '../focus/bringCaret.ts'
import {formFields, pathOfField} from '../focus/formFields.ts'
import {onPageMessage, type PreviewedPage, showTab} from './previewNavigation.ts'

/** Milliseconds after which Presentation knows a newly focused field. */
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

/** After a click on the page shows the form where the screen is too narrow for both, with the caret in the field. */
export function useFormOnClick({iframeRef, targetOrigin}: PreviewedPage): void {
  useEffect(() => {
    let end = () => {}
    const stopListening = onPageMessage({iframeRef, targetOrigin}, (message) => {
      if (!isPreviewClick(message) || !showTab('content')) return
      end()
      // Presentation does not move the caret to the field that it opened last.
      const {path} = message.data
      if (typeof path === 'string') end = bringCaret(formPath(path), () => {})
    })
    return () => {
      stopListening()
      end()
    }
  }, [iframeRef, targetOrigin])
}

/** Tells the page in the preview which field has the focus: when it changes, when it returns, and when a page asks. */
export function useFocusInPreview({iframeRef, targetOrigin}: PreviewedPage, path: string | undefined): void {
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
    send()
    const stopAnswering = onPageMessage({iframeRef, targetOrigin}, (data) => {
      if (isPreviewShown(data)) send()
    })
    document.addEventListener('focusin', sendLater)
    return () => {
      clearTimeout(timer)
      stopAnswering()
      document.removeEventListener('focusin', sendLater)
    }
  }, [id, path, iframeRef, targetOrigin])
}
