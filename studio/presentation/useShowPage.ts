import {useCallback, useEffect} from 'react'
import {usePresentationNavigate, usePresentationParams} from 'sanity/presentation'

/** For how long a choice is kept up against the page that it replaces, in milliseconds. */
const firmness = 2000

/** The choice made last, whichever part of the preview it was made in. */
let chosen: {path: string; until: number} | undefined

/**
 * Shows a page of the site in the preview, by its path. A page that is being drawn or renewed tells where it is, and so
 * takes back a choice that was made meanwhile; such a choice is made again.
 */
export function useShowPage(): (path: string) => void {
  const {preview} = usePresentationParams()
  const navigate = usePresentationNavigate()
  useEffect(() => {
    if (!chosen || Date.now() > chosen.until) return
    if (pathOf(preview) !== chosen.path) navigate(chosen.path)
  }, [preview, navigate])
  return useCallback(
    (path) => {
      chosen = {path, until: Date.now() + firmness}
      navigate(path)
    },
    [navigate],
  )
}

function pathOf(preview: string | undefined): string | undefined {
  return preview && URL.canParse(preview, location.origin) ? new URL(preview, location.origin).pathname : undefined
}
