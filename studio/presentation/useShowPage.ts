import {useCallback, useEffect} from 'react'
import {usePresentationNavigate, usePresentationParams} from 'sanity/presentation'
import {choosePage, judgeChoice, type PageChoice} from './pageChoice.ts'

/** The choice made last, whichever part of the preview it was made in. */
let choice: PageChoice | undefined

/**
 * Shows a page of the site in the preview, by its path, and keeps it up until the editor turns to the page itself or
 * goes back.
 */
export function useShowPage(): (path: string) => void {
  const {preview} = usePresentationParams()
  const navigate = usePresentationNavigate()
  const shown = pathOf(preview)
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
  return useCallback(
    (path) => {
      choice = choosePage(path, shown, choice, Date.now())
      navigate(path)
    },
    [navigate, shown],
  )
}

function pathOf(preview: string | undefined): string | undefined {
  return preview && URL.canParse(preview, location.origin) ? new URL(preview, location.origin).pathname : undefined
}
