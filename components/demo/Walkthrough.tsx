import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import {flushSync} from 'react-dom'
import {afterPaint} from '@/browser/afterPaint'
import {useFetchState} from '@/components/demo/useFetchState'
import type {StageWords} from './drawScenario'
import {handOver, Recap, recapText, type Tried} from './Recap'
import {NoticeFrame, Stage} from './Stage'
import styles from './Stage.module.css'
import {StepView} from './StepView'
import {fetchScenario} from './scenarioPayload'
import {fill, hashOf, isGone, isOpen, type Outline, type Place, placeAfterKey, placeOf, reachFrom} from './walk'

export interface WalkthroughProps {
  outlines: readonly Outline[]
  words: StageWords
  /** The visitor has asked for another step than the first screen shows, so there is no reason to wait. */
  hasMoved: boolean
  /** The choice made on the server-rendered first screen. */
  early: string | undefined
  /** The server-rendered markup, shown until the scenario is loaded. */
  waiting: Element
  onSettled: (state: 'failed' | 'rendered') => void
}

/** The choices tried so far, kept when the page is left and restored. */
let keptChoices: Tried = {}

/** The guided walkthrough: one step at a time, each with a fragment of its own. */
export function Walkthrough({outlines: given, words, hasMoved, early, waiting, onSettled}: WalkthroughProps) {
  const hash = useHash()
  const [last, setLast] = useState<Place>()
  // Other fragments, such as the skip link's, keep the current step.
  const current = placeOf(hash, given) ?? (hash === '' ? undefined : last)
  const known = given.find(({anchor}) => anchor === current?.anchor) ?? given[0]
  const {
    data: fetched,
    pending,
    error,
    timestamp,
    retry,
  } = useFetchState(known?.payload ?? null, () => fetchScenario(known?.payload.split('#')[0] ?? ''))
  // The page stays open while others publish: the scenario's steps are those that were fetched, under the name that the page has.
  const data = fetched && known && {...fetched, anchor: known.anchor}
  const outline = data && known ? {...known, steps: data.steps.map(({heading}) => heading)} : known
  const outlines = given.map((one) => (one === known && outline ? outline : one))
  const asked = placeOf(hash, outlines)
  const kept = asked ?? (hash === '' ? undefined : last)
  if (asked && (asked.anchor !== last?.anchor || asked.step !== last.step)) setLast(asked)
  const [tried, tryChoice] = useTried(hashOf({anchor: outlines[0]?.anchor ?? '', step: 0}), early)
  const [refused, setRefused] = useState<string>()
  const stage = useRef<HTMLElement>(null)
  const ready = data !== undefined
  const [rendered, setRendered] = useState(false)

  const lastStep = Math.max((outline?.steps.length ?? 1) - 1, 0)
  const place = {anchor: outline?.anchor ?? '', step: Math.min(kept?.step ?? 0, lastStep)}
  const address = hashOf(place)
  const [start] = useState(address)
  if (!rendered && (ready || hasMoved || address !== start)) setRendered(true)

  // In a layout effect: never paints both the markup and the walkthrough, or neither.
  const failed = !rendered && !pending && error !== undefined
  useLayoutEffect(() => {
    if (rendered && stage.current) keepFocus(waiting, stage.current)
    if (rendered || failed) onSettled(rendered ? 'rendered' : 'failed')
  }, [rendered, failed, waiting, onSettled])

  useArrival(stage, hash, ready && (asked !== undefined || hash === ''))

  if (!outline || !rendered) return null
  const steps = data?.steps ?? []
  const step = steps[place.step]
  const chosenAt = (at: number) => {
    const key = hashOf({anchor: place.anchor, step: at})
    return tried[key]?.at(-1)
  }
  const chosen = chosenAt(place.step)
  const reach = reachFrom(steps, place.step, chosenAt)
  const ended = step !== undefined && place.step === steps.length - 1 && !isOpen(step, chosen)

  function turn(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // Arrows choose among a screen's rows.
    if (event.target instanceof HTMLInputElement) return
    const next = placeAfterKey(event.key, place, outline?.steps.length ?? 0)
    if (!next) return
    event.preventDefault()
    const within = {...next, step: Math.min(next.step, reach)}
    if (within.step === place.step) refuse()
    else window.location.hash = hashOf(within)
  }

  function refuse(): void {
    setRefused(address)
    show(stage.current?.querySelector('[data-choice]'))
  }

  /** The picture with the answer takes the place of the one with the button, which had the focus. */
  function choose(key: string): void {
    flushSync(() => {
      setRefused(undefined)
      tryChoice(address, key)
    })
    stage.current?.querySelector<HTMLElement>('[data-choice][aria-pressed="true"]')?.focus({preventScroll: true})
    show(stage.current?.querySelector('div[data-outcome]'))
  }

  /** Takes choices, refuses links beyond an open decision, and hands the recap to the contact form. */
  function follow(event: MouseEvent): void {
    const {target} = event
    if (!(target instanceof Element)) return
    const choice = target.closest<HTMLElement>('[data-choice]')?.dataset.choice
    if (choice !== undefined) choose(choice)
    const link = target.closest('a')
    if (!link) return
    if (link.getAttribute('aria-disabled') === 'true') {
      event.preventDefault()
      refuse()
    }
    if (data && link.getAttribute('href') === outline?.contact) {
      handOver(place.anchor, recapText(data, tried, words))
    }
  }

  return (
    <Stage
      ref={stage}
      outlines={outlines}
      outline={outline}
      step={place.step}
      reach={data && reach}
      words={words}
      // Animates every step but the one that the server rendered.
      data-turned={hash === '' ? undefined : ''}
      onKeyDown={turn}
      onClick={follow}
      notice={
        <StageNotice
          words={words}
          loaded={ready}
          gone={isGone(hash, outlines)}
          pending={pending}
          error={error}
          timestamp={timestamp}
          retry={retry}
        />
      }
    >
      {data && step && (
        <StepView
          key={address}
          scenario={data}
          index={place.step}
          chosen={chosen}
          contact={outline.contact}
          following={outlines[outlines.indexOf(outline) + 1]}
          refusal={refused === address ? (chosen ? words.blockedAgain : words.blocked) : undefined}
          words={words}
        />
      )}
      {data && ended && <Recap scenario={data} tried={tried} contact={outline.contact} words={words} />}
    </Stage>
  )
}

/** The choices tried so far, among them the one on the first screen, and a function that tries another one at a step. */
function useTried(opening: string, early: string | undefined): [Tried, (at: string, key: string) => void] {
  const [made, setMade] = useState<Tried>(() => keptChoices)
  useEffect(() => {
    keptChoices = made
  }, [made])
  const tryChoice = (at: string, key: string) =>
    setMade((before) => ({...before, [at]: [...(before[at] ?? []).filter((one) => one !== key), key]}))
  const isEarly = early !== undefined && !made[opening]?.includes(early)
  return [isEarly ? {...made, [opening]: [early, ...(made[opening] ?? [])]} : made, tryChoice]
}

/** Scrolls to a step and focuses its heading after a navigation, but not on the first render of the page. */
function useArrival(stage: RefObject<HTMLElement | null>, hash: string, isThere: boolean): void {
  const arrived = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!isThere || arrived.current === hash) return
    const opened = arrived.current === undefined && hash === ''
    arrived.current = hash
    showOnRail(stage.current)
    if (opened) return
    const top = stage.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > window.innerHeight / 4) stage.current?.scrollIntoView({block: 'start'})
    stage.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus({preventScroll: true})
  }, [stage, hash, isThere])
}

interface StageNoticeProps {
  words: StageWords
  loaded: boolean
  /** The fragment names a scenario that was removed. */
  gone: boolean
  pending: boolean
  error: unknown
  timestamp: number | undefined
  retry: () => void
}

/** The scenario's loading state: pending, failed, or shown from the cache while offline. */
function StageNotice({words, loaded, gone, pending, error, timestamp, retry}: StageNoticeProps) {
  const online = useOnline()
  const kept = loaded && !online && timestamp !== undefined
  return (
    <NoticeFrame loaded={loaded}>
      {gone && <p>{words.gone}</p>}
      {!loaded && (pending || error !== undefined) && (
        <p>
          {pending ? words.loading : online ? words.failed : words.failedOffline}{' '}
          {/* Stays while it is pressed, with its focus. */}
          {error !== undefined && (
            <button type="button" className={styles.plain} onClick={retry}>
              {words.retry}
            </button>
          )}
        </p>
      )}
      {kept && <p>{fill(words.kept, {time: timeOf(timestamp)})}</p>}
    </NoticeFrame>
  )
}

/** Scrolls something into view that would go unseen below the fold of a phone. */
function show(element: Element | null | undefined): void {
  element?.scrollIntoView({block: 'nearest'})
}

/** Scrolls the rail, not the page, to the current step and the one before it. */
function showOnRail(stage: HTMLElement | null): void {
  const item = stage?.querySelector('[aria-current="step"]')?.parentElement
  const rail = item?.parentElement
  if (rail) rail.scrollLeft = item.offsetLeft - item.offsetWidth
}

/** Local time: `09:05`. */
function timeOf(timestamp: number): string {
  const date = new Date(timestamp)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Notifies after the next paint, so that a tap has its visible response before the next step is drawn. */
function subscribeToHash(listener: () => void): () => void {
  const follow = () => afterPaint(listener)
  window.addEventListener('hashchange', follow)
  window.addEventListener('popstate', follow)
  return () => {
    window.removeEventListener('hashchange', follow)
    window.removeEventListener('popstate', follow)
  }
}

/** The fragment; once the visitor is on the way to another page, the last one on this page. */
function useHash(): string {
  const [place] = useState(() => ({path: window.location.pathname, hash: ''}))
  return useSyncExternalStore(subscribeToHash, () => {
    if (window.location.pathname === place.path) place.hash = window.location.hash
    return place.hash
  })
}

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function useOnline(): boolean {
  return useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
}

const controls = 'a, button'

/** Moves the focus from a control of the markup to the same control of the rendered walkthrough. */
function keepFocus(going: Element, coming: HTMLElement): void {
  const index = [...going.querySelectorAll(controls)].findIndex((control) => control.matches(':focus'))
  coming.querySelectorAll<HTMLElement>(controls)[index]?.focus({preventScroll: true})
}
