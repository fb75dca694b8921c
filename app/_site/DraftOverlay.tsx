'use client'

import type {ClientPerspective} from '@sanity/client'
import {usePathname, useRouter} from 'next/navigation'
import {VisualEditing} from 'next-sanity/visual-editing'
import {useCallback, useEffect, useSyncExternalStore} from 'react'
import {isPlainClick, leadsToPage} from '@/browser/links'
import {retryFailedPage} from '@/components/ErrorView'
import {markChineseElements} from '@/components/markup/markChinese'
import {basePath} from '@/lib/constants'
import {languageTags} from '@/lib/locales'
import {askForFocus, followFocus, tellMissedClicks} from './followFocus'
import {followText} from './followText'
import {PreviewNotice, type PreviewNoticeProps} from './PreviewNotice'

export interface DraftOverlayProps extends PreviewNoticeProps {
  /** The URL of the stream of content changes. */
  events: string
  /** The route that keeps the perspective that is chosen in the Studio. */
  perspective: string
}

/** Click-to-edit, the form's focus and what is typed there, a refresh on every content change, and the draft notice. */
export function DraftOverlay({events, perspective, ...notice}: DraftOverlayProps) {
  const router = useRouter()
  const path = usePathname()
  const choosePerspective = useCallback(
    async (chosen: ClientPerspective) => {
      if (await keepPerspective(perspective, chosen)) router.refresh()
    },
    [perspective, router],
  )
  useEffect(() => subscribeToChanges(events, () => router.refresh()), [events, router])
  useEffect(() => routeLinks(router), [router])
  useEffect(followFocus, [])
  useEffect(tellMissedClicks, [])
  useEffect(followText, [])
  useEffect(markLanguages, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again on each page
  useEffect(askForFocus, [path])
  // A refresh that failed, as while the content API is busy, must not leave the editor with an error page.
  useEffect(() => {
    const timer = setInterval(retryFailedPage, retryDelay)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <VisualEditing basePath={basePath} onPerspectiveChange={choosePerspective} onVariantChange={noVariants} />
      <EditorNotice {...notice} />
    </>
  )
}

/** Keeps the language of Chinese on an English page named. Returns a function that ends it. */
function markLanguages(): (() => void) | undefined {
  const page = document.documentElement
  if (page.lang === languageTags.zh) return undefined
  const mark = () => markChineseElements(page)
  mark()
  const observer = new MutationObserver(mark)
  observer.observe(document.body, {childList: true, characterData: true, subtree: true})
  return () => observer.disconnect()
}

/** Routes link clicks through Next's router: a preview that loads a new document loses the Studio for a moment. */
function routeLinks({push}: ReturnType<typeof useRouter>): () => void {
  const route = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.hreflang || !leadsToPage(link) || event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    const {pathname, search, hash} = link
    push(`${pathname.slice(basePath.length) || '/'}${search}${hash}`)
  }
  document.addEventListener('click', route)
  return () => document.removeEventListener('click', route)
}

/** Returns whether the perspective is another one than before. */
async function keepPerspective(url: string, chosen: ClientPerspective): Promise<boolean> {
  const headers = {'Content-Type': 'application/json'}
  const response = await fetch(url, {method: 'POST', headers, body: JSON.stringify(String(chosen))})
  return response.status === 200
}

/** Required by `VisualEditing`; the content has no variants. */
const noVariants = async () => undefined

const never = () => () => undefined

/** Top level only: within the Studio's frame, leaving draft mode would strand Presentation. */
function EditorNotice(props: PreviewNoticeProps) {
  const atTopLevel = useSyncExternalStore(
    never,
    () => window.parent === window,
    () => false,
  )
  return atTopLevel && <PreviewNotice {...props} />
}

/** Delay before a refused stream is opened again, in milliseconds. */
const retryDelay = 2000

/**
 * Calls back on each Server-Sent Event, and whenever the stream opens: changes since the page was rendered had no
 * subscriber. Browsers give up a stream that is answered with an error (WHATWG HTML, 9.2.3); this one retries. Returns
 * an unsubscribe function.
 */
export function subscribeToChanges(url: string, changed: () => void): () => void {
  let stream: EventSource
  let retry: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    stream = new EventSource(url)
    // `welcome`: the stream is open; `restart`: events were missed.
    for (const type of ['welcome', 'message', 'restart']) stream.addEventListener(type, changed)
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) retry = setTimeout(open, retryDelay)
    })
  }
  open()
  return () => {
    clearTimeout(retry)
    stream.close()
  }
}
