import {canSpare, whenIdle} from '@/browser/idle'
import {loadChunk} from '@/browser/reloadGuard'
import type {StageWords} from './drawScenario'
import type {mountWalkthrough} from './mountWalkthrough'
import {isGone, type Outline, placeOf} from './walk'

/** Settings that `Demo` passes to the demo's script, in `data-settings`. */
export interface DemoSettings {
  outlines: readonly Outline[]
  words: StageWords
  /** URL of the module of `mountWalkthrough`. */
  walkthrough: string
  /** Class names of the CSS modules that the walkthrough uses, by file: only the site's build knows them. */
  cssModules: Record<string, Record<string, string>>
}

declare global {
  /** Read by the bundle of the walkthrough, see `browser/bundleModule.cjs`. */
  var cssModules: DemoSettings['cssModules'] | undefined
}

type Load = (url: string) => Promise<{mountWalkthrough: typeof mountWalkthrough}>

/**
 * Puts the walkthrough in the place of the server-rendered first screen once the visitor begins to walk: touches it, moves
 * the focus into it, or follows a link to a step. Until then nothing of React is loaded, but fetched when the browser is
 * idle. If it cannot be loaded, the article is shown. Returns a function that puts the first screen back.
 */
export function attach(demo: HTMLElement, load: Load = (url) => import(url)): () => void {
  const [first, holder] = demo.children
  if (!(first && holder)) return () => {}
  const ended = new AbortController()
  const {signal} = ended
  const firstScreen: Node[] = []
  let early: string | undefined
  let walkthrough: ReturnType<typeof mountWalkthrough> | undefined
  let hasBegun = false
  let hasMoved = false

  const settle = (state: 'failed' | 'rendered') => {
    demo.dataset.state = state
    // Ids must be unique on the page.
    if (state === 'rendered') firstScreen.push(...removeChildren(first))
  }
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    const {walkthrough: url, cssModules, ...content} = settingsOf(demo)
    globalThis.cssModules = {...globalThis.cssModules, ...cssModules}
    loadChunk(() => load(url), signal).then(
      ({mountWalkthrough}) => {
        if (signal.aborted) return
        walkthrough = mountWalkthrough({...content, holder, waiting: first, hasMoved, early, onSettled: settle})
      },
      () => {
        if (!signal.aborted) settle('failed')
      },
    )
  }
  for (const type of ['pointerdown', 'focusin', 'click']) demo.addEventListener(type, begin, {signal})
  // The focus may have moved into it before this ran.
  if (demo.contains(document.activeElement)) begin()
  window.addEventListener(
    'hashchange',
    () => {
      hasMoved ||= leadsToStep(demo)
      if (hasMoved) begin()
    },
    {signal},
  )
  demo.addEventListener(
    'click',
    ({target}) => {
      const choice = target instanceof Element && first.contains(target) && target.closest<HTMLElement>('[data-choice]')
      if (!choice) return
      early = choice.dataset.choice
      walkthrough?.update({early})
    },
    {signal},
  )
  // In previews the content changes while it is shown.
  const observer = new MutationObserver(() => {
    if (demo.dataset.state === 'rendered') removeChildren(first)
    const {outlines, words} = settingsOf(demo)
    walkthrough?.update({outlines, words})
  })
  observer.observe(demo, {attributeFilter: ['data-settings']})
  const stopWaiting = whenIdle(() => {
    // A browser without the media feature `scripting` shows the article, which must not be replaced while it is being read.
    if (!matchMedia('(scripting: enabled)').matches) begin()
    else if (!hasBegun && canSpare()) void fetch(settingsOf(demo).walkthrough, {priority: 'low'}).catch(() => undefined)
  })
  if (leadsToStep(demo)) begin()

  return () => {
    ended.abort()
    observer.disconnect()
    stopWaiting()
    walkthrough?.unmount()
    first.append(...firstScreen)
    delete demo.dataset.state
  }
}

/** Whether the fragment names a step, be it one that is gone. */
function leadsToStep(demo: HTMLElement): boolean {
  const {outlines} = settingsOf(demo)
  return placeOf(location.hash, outlines) !== undefined || isGone(location.hash, outlines)
}

function settingsOf(demo: HTMLElement): DemoSettings {
  return JSON.parse(demo.dataset.settings ?? '')
}

function removeChildren(element: Element): Node[] {
  const children = [...element.childNodes]
  element.replaceChildren()
  return children
}
