import {useCallback, useEffect} from 'react'
import {type PreviewHeaderProps, usePresentationNavigate, usePresentationParams} from 'sanity/presentation'
import {choosePage, judgeChoice, type PageChoice} from './pageChoice.ts'

/** The choice made last, whichever part of the preview it was made in. */
let choice: PageChoice | undefined

/** Loads a page into the preview's frame, by its path. */
let loadPage: ((path: string) => void) | undefined

type Frame = Pick<PreviewHeaderProps, 'iframeRef' | 'presentationRef' | 'targetOrigin'>

/**
 * Makes the frame known to those who show pages in it, and keeps the page up that was chosen last until the editor
 * turns to the page itself or goes back. For one component only: the header of the preview, which is told the frame.
 */
export function usePreviewFrame({iframeRef, presentationRef, targetOrigin}: Frame): void {
  const navigate = usePresentationNavigate()
  const shown = useShownPath()
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
  useEffect(() => {
    if (!choice) return
    const judgement = judgeChoice(choice, shown, Date.now())
    if (judgement === 'again') navigate(choice.path)
    if (judgement === 'drop') choice = undefined
  }, [shown, navigate])
  useEffect(() => {
    const release = () => {
      choice = undefined
    }
    // A click into the preview's frame takes the focus from the Studio's window.
    window.addEventListener('blur', release)
    window.addEventListener('popstate', release)
    return () => {
      window.removeEventListener('blur', release)
      window.removeEventListener('popstate', release)
    }
  }, [])
}

/**
 * Shows a page of the site in the preview, by its path. Asked for a page that is there already it loads that page
 * whole: on a page that was just being renewed, Presentation's message to go on may have been lost.
 */
export function useShowPage(): (path: string) => void {
  const navigate = usePresentationNavigate()
  const shown = useShownPath()
  return useCallback(
    (path) => {
      choice = choosePage(path, shown, choice, Date.now())
      if (path === shown) loadPage?.(path)
      else navigate(path)
    },
    [navigate, shown],
  )
}

/** The path of the page that is in the preview. */
function useShownPath(): string | undefined {
  const {preview} = usePresentationParams()
  return preview && URL.canParse(preview, location.origin) ? new URL(preview, location.origin).pathname : undefined
}
