import {useCallback, useEffect, useEffectEvent} from 'react'
import {type PreviewHeaderProps, usePresentationNavigate, usePresentationParams} from 'sanity/presentation'
import {previewPath} from './parsePreviewUrl.ts'
import {checkNavigation, type PendingNavigation, startNavigation} from './pendingNavigation.ts'

const retryMs = 1000

/** Shared by all components of the preview. */
let pending: PendingNavigation | undefined

/** Loads a path into the preview's iframe. */
let loadPage: ((path: string) => void) | undefined

interface Frame extends PreviewedPage {
  presentationRef: {send: (event: {type: 'iframe reload'}) => void}
}

/** The page in the preview, as `postMessage` needs it. */
export type PreviewedPage = Pick<PreviewHeaderProps, 'iframeRef' | 'targetOrigin'>

/** Calls back on each message from the page in the preview. Returns an unsubscribe function. */
export function onPageMessage({iframeRef, targetOrigin}: PreviewedPage, callback: (data: unknown) => void): () => void {
  const receive = ({source, origin, data}: MessageEvent<unknown>) => {
    if (origin === targetOrigin && source === iframeRef.current?.contentWindow) callback(data)
  }
  window.addEventListener('message', receive)
  return () => window.removeEventListener('message', receive)
}

/** Shows the preview or the form where the screen is too narrow for both: they take turns in Presentation's tabs. */
export function showTab(name: 'preview' | 'content'): void {
  document.getElementById(`presentation-narrow-tab-${name}`)?.click()
}

/**
 * Registers the preview's iframe, and retries the pending navigation until the editor clicks into the page or goes back.
 * For one component only: the preview's header, which gets the iframe.
 */
export function usePreviewFrame({iframeRef, presentationRef, targetOrigin}: Frame): void {
  const navigate = usePresentationNavigate()
  const shown = usePreviewPath()
  useEffect(() => {
    loadPage = (path) => {
      if (!iframeRef.current) return
      presentationRef.send({type: 'iframe reload'})
      iframeRef.current.src = new URL(path, targetOrigin).href
    }
    return () => {
      loadPage = undefined
    }
  }, [iframeRef, presentationRef, targetOrigin])
  const check = useEffectEvent(() => {
    if (!pending) return
    const decision = checkNavigation(pending, shown, Date.now())
    if (decision === 'retry') navigate(pending.path)
    if (decision === 'drop') pending = undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked whenever another page is shown
  useEffect(() => check(), [shown])
  useEffect(() => {
    // Presentation may take a navigation back in the same render: then none shows another page.
    const timer = setInterval(check, retryMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const drop = () => {
      pending = undefined
    }
    // A click into the iframe blurs the Studio's window.
    window.addEventListener('blur', drop)
    window.addEventListener('popstate', drop)
    return () => {
      window.removeEventListener('blur', drop)
      window.removeEventListener('popstate', drop)
    }
  }, [])
}

/**
 * Returns a function that shows a path in the preview. Reloads the page if it is shown already: Presentation's message may
 * have been lost while that page was refreshing.
 */
export function usePreviewNavigate(): (path: string) => void {
  const navigate = usePresentationNavigate()
  const shown = usePreviewPath()
  return useCallback(
    (path) => {
      pending = startNavigation(path, shown, pending, Date.now())
      if (path === shown) loadPage?.(path)
      else navigate(path)
    },
    [navigate, shown],
  )
}

/** Path of the page in the preview. */
function usePreviewPath(): string | undefined {
  const {preview} = usePresentationParams()
  return preview ? previewPath(preview) : undefined
}
