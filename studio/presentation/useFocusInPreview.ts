import {useEffect, useSyncExternalStore} from 'react'
import {usePresentationParams} from 'sanity/presentation'
import {formPath, isPreviewClick, isPreviewShown, type PreviewFocus} from '../../lib/previewMessages.ts'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {formFields, pathOfField} from '../focus/formFields.ts'
import {goToField} from '../focus/goToField.ts'
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

/**
 * After a click on the page brings the caret to the text's field, and shows the form where the screen is too narrow for both.
 * Presentation does neither if that field is the one that it opened last.
 */
export function useFormOnClick({iframeRef, targetOrigin}: PreviewedPage): void {
  useEffect(
    () =>
      onPageMessage({iframeRef, targetOrigin}, (message) => {
        if (!isPreviewClick(message)) return
        showTab('content')
        const {id, path} = message.data
        if (typeof id === 'string' && typeof path === 'string') goToField({id: publishedId(id), path: formPath(path)})
      }),
    [iframeRef, targetOrigin],
  )
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
