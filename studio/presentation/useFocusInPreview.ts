import {useEffect, useRef, useState, useSyncExternalStore} from 'react'
import {usePresentationParams} from 'sanity/presentation'
import {useRouter} from 'sanity/router'
import {formPath, isMissedClick, isPreviewClick, isPreviewShown, type PreviewFocus} from '../../lib/previewMessages.ts'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {bringCaret} from '../focus/bringCaret.ts'
import {formFields, pathOfField} from '../focus/formFields.ts'
import {goToField} from '../focus/goToField.ts'
import {onPageMessage, type PreviewedPage, showTab} from './previewNavigation.ts'

/** Milliseconds after which Presentation knows a newly focused field. */
const settleDelay = 100

/** Milliseconds that Presentation gets to open a field by itself: it finds the place in a long text that was clicked on. */
const presentationDelay = 300

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

interface ClickedPage extends PreviewedPage {
  presentationRef: {
    getSnapshot: () => {context: {overlaysConnection: string; visualEditingOverlaysEnabled: boolean}}
  }
}

/**
 * After a click on the page shows the form where the screen is too narrow for both, and puts the caret into the field where
 * Presentation does not: it moves none to the field that it opened last, and what is typed then would go to the page. Opens the field
 * of a click that Presentation has missed, unless it is connected and the editor has switched editing by clicks off.
 */
export function useFormOnClick({iframeRef, presentationRef, targetOrigin}: ClickedPage): void {
  const {id} = usePresentationParams()
  const {navigateIntent} = useRouter()
  const [click, setClick] = useState<{id: string; path: string}>()
  const followed = useRef(click)
  const isOpen = click?.id === id
  useEffect(
    () =>
      onPageMessage({iframeRef, targetOrigin}, (message) => {
        if (isMissedClick(message)) {
          const {overlaysConnection, visualEditingOverlaysEnabled} = presentationRef.getSnapshot().context
          if (overlaysConnection === 'connected' && !visualEditingOverlaysEnabled) return
          showTab('content')
          const field = {id: publishedId(message.id), path: formPath(message.path)}
          if (!goToField(field)) navigateIntent('edit', {...field, type: message.documentType})
          return
        }
        if (!isPreviewClick(message)) return
        showTab('content')
        const {id: clicked, path} = message.data
        const isField = typeof clicked === 'string' && typeof path === 'string'
        setClick(isField ? {id: publishedId(clicked), path: formPath(path)} : undefined)
      }),
    [iframeRef, presentationRef, targetOrigin, navigateIntent],
  )
  useEffect(() => {
    if (!click || !isOpen || followed.current === click) return
    let end = () => {}
    const timer = setTimeout(() => {
      followed.current = click
      const focused = document.activeElement
      if (focused === document.body || focused === iframeRef.current) end = bringCaret(click.path, () => {})
    }, presentationDelay)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [click, isOpen, iframeRef])
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
