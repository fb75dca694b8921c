'use client'

import type {ClientPerspective} from '@sanity/client'
import {usePathname, useRouter} from 'next/navigation'
import {VisualEditing} from 'next-sanity/visual-editing'
import {useCallback, useEffect, useRef, useSyncExternalStore} from 'react'
import {isPlainClick, leadsToPage} from '@/browser/links'
import {retryFailedPage} from '@/components/ErrorView'
import {markChineseElements} from '@/components/markup/markChinese'
import {basePath} from '@/lib/constants'
import {languageTags} from '@/lib/locales'
import {draftPerspective} from '@/sanity/draftPerspective'
import {askForFocus, followFocus, tellMissedClicks} from './followFocus'
import {followText} from './followText'
import {PreviewNotice, type PreviewNoticeProps} from './PreviewNotice'

export interface DraftOverlayProps extends PreviewNoticeProps {
  /** The URL of the stream of content changes. */
  events: string
  /** The route that keeps the perspective that is chosen in the Studio. */
  perspective: string
  /** The perspective that the page was rendered in, as that route keeps it. */
  shown: string
  /** The origin of the Studio, whose messages alone are heard. */
  studio: string
}

/** Click-to-edit, the form's focus and what is typed there, a refresh on every content change, and the draft notice. */
export function DraftOverlay({events, perspective, shown, studio, ...notice}: DraftOverlayProps) {
  const router = useRouter()
  const path = usePathname()
  const shownNow = useRef(shown)
  useEffect(() => {
    shownNow.current = shown
  }, [shown])
  const following = useRef<AbortController>(undefined)
  useEffect(() => () => following.current?.abort(), [])
  const choosePerspective = useCallback(
    async (perspectiveOfStudio: ClientPerspective) => {
      following.current?.abort()
      following.current = new AbortController()
      const chosen = String(draftPerspective(String(perspectiveOfStudio)))
      const isShown = () => shownNow.current === chosen
      const {signal} = following.current
      await followPerspective(chosen, {url: perspective, isShown, refresh: () => router.refresh(), signal})
    },
    [perspective, router],
  )
  useEffect(() => ignoreStrangers(studio), [studio])
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

/**
 * Stops messages of windows that are not the Studio's. Presentation's library answers whoever greets it first: any page that an
 * editor visits can open a draft in a window, as that has no opener policy, and would learn what it shows and steer it. Returns
 * an unsubscribe function.
 */
function ignoreStrangers(studio: string): () => void {
  const receive = (event: MessageEvent<unknown>) => {
    if (event.origin !== studio && event.source !== window) event.stopImmediatePropagation()
  }
  // Before all other listeners, whenever they were added.
  window.addEventListener('message', receive, {capture: true})
  return () => window.removeEventListener('message', receive, {capture: true})
}

interface Following {
  /** The route that keeps a perspective. */
  url: string
  /** Whether the page was rendered in the perspective. */
  isShown: () => boolean
  refresh: () => void
  signal: AbortSignal
}

/**
 * Keeps a perspective for the pages that are rendered from now on, and refreshes this one until it was rendered in it, waiting twice
 * as long each time: a request may fail, or this page have been asked for just before another one changed what is kept.
 */
export async function followPerspective(chosen: string, {url, isShown, refresh, signal}: Following): Promise<void> {
  let pause = retryDelay
  do {
    const isChanged = await keepPerspective(url, chosen).catch(() => false)
    if (signal.aborted) return
    if (isChanged || !isShown()) refresh()
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause *= 2
  } while (!signal.aborted && !isShown())
}

/** Returns whether the perspective is another one than before. */
async function keepPerspective(url: string, chosen: string): Promise<boolean> {
  const headers = {'Content-Type': 'application/json'}
  const response = await fetch(url, {method: 'POST', headers, body: JSON.stringify(chosen)})
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

/** First delay before a refused stream is opened again, and the longest, in milliseconds. */
const retryDelay = 2000
const longestDelay = 30_000

/**
 * Calls back on each Server-Sent Event, and whenever the stream opens: changes since the page was rendered had no
 * subscriber. Browsers give up a stream that is answered with an error (WHATWG HTML, 9.2.3); this one retries, ever
 * more seldom: the session may be over. Returns an unsubscribe function.
 */
export function subscribeToChanges(url: string, changed: () => void): () => void {
  let stream: EventSource
  let retry: ReturnType<typeof setTimeout> | undefined
  let pause = retryDelay
  const open = () => {
    stream = new EventSource(url)
    stream.addEventListener('open', () => {
      pause = retryDelay
    })
    // `welcome`: the stream is open; `restart`: events were missed.
    for (const type of ['welcome', 'message', 'restart']) stream.addEventListener(type, changed)
    stream.addEventListener('error', () => {
      if (stream.readyState !== EventSource.CLOSED) return
      retry = setTimeout(open, pause)
      pause = Math.min(2 * pause, longestDelay)
    })
  }
  open()
  return () => {
    clearTimeout(retry)
    stream.close()
  }
}
