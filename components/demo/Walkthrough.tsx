'use client'

import {type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState} from 'react'
import {useFetchState} from '@/browser/useFetchState'
import {Arrow} from '@/components/ui/Arrow'
import {keepFocus} from './keepFocus'
import {Stage} from './Stage'
import styles from './Stage.module.css'
import {StageNotice} from './StageNotice'
import {StepView} from './StepView'
import {fetchScenario} from './scenarioPayload'
import type {StageWords} from './stageWords'
import {useHash} from './useHash'
import {hashOf, isGone, type Outline, type Place, placeAfterKey, placeOf} from './walk'

export interface WalkthroughProps {
  outlines: readonly Outline[]
  /** The choice that was made on the first screen before this was here. */
  early: string | undefined
  /** What is in this one's place until the scenario has been loaded. */
  waiting: RefObject<HTMLElement | null>
  tell: (state: 'failed' | 'taken') => void
}

/** The guided walkthrough: one scenario at a time, one step at a time, each with an address of its own. */
export function Walkthrough({outlines, early, waiting, tell}: WalkthroughProps) {
  const hash = useHash()
  const asked = placeOf(hash, outlines)
  const [last, setLast] = useState<Place>()
  // Another fragment of the page, such as that of its skip link, leaves the visitor where they are.
  const kept = asked ?? (hash === '' ? undefined : last)
  if (asked && (asked.anchor !== last?.anchor || asked.step !== last.step)) setLast(asked)
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const outline = outlines.find(({anchor}) => anchor === kept?.anchor) ?? outlines[0]
  const {data, pending, error, timestamp, retry} = useFetchState(outline?.payload ?? null, () =>
    fetchScenario(outline?.payload.split('#')[0] ?? ''),
  )
  const [words, setWords] = useState<StageWords>()
  const stage = useRef<HTMLElement>(null)
  const arrived = useRef<string | undefined>(undefined)
  const ready = data !== undefined
  if (data && !words) setWords(data.words)

  const place = {anchor: outline?.anchor ?? '', step: kept?.step ?? 0}
  const address = hashOf(place)
  const opening = hashOf({anchor: outlines[0]?.anchor ?? '', step: 0})

  // Before the next paint, so that nobody sees both or neither.
  const standing = words !== undefined
  const failed = !standing && !pending && error !== undefined
  useLayoutEffect(() => {
    if (standing && waiting.current && stage.current) keepFocus(waiting.current, stage.current)
    if (standing || failed) tell(standing ? 'taken' : 'failed')
  }, [standing, failed, waiting, tell])

  // Whoever has come by a link, a key or a button is brought to the step; whoever has just opened the page is not.
  const leadsHere = asked !== undefined || hash === ''
  useEffect(() => {
    if (!ready || !leadsHere || arrived.current === hash) return
    const opened = arrived.current === undefined && hash === ''
    arrived.current = hash
    if (opened) return
    const top = stage.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > window.innerHeight / 4) stage.current?.scrollIntoView({block: 'start'})
    stage.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus({preventScroll: true})
  }, [hash, leadsHere, ready])

  if (!outline || !words) return null
  const step = data?.scenario.steps[place.step]

  function turn(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = placeAfterKey(event.key, place, outline?.steps.length ?? 0)
    if (!next) return
    event.preventDefault()
    window.location.hash = hashOf(next)
  }

  return (
    <Stage
      ref={stage}
      outlines={outlines}
      outline={outline}
      step={place.step}
      words={words}
      // What has been drawn by the server is already there; only what comes after it comes in.
      data-turned={hash === '' ? undefined : ''}
      onKeyDown={turn}
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
          scenario={data.scenario}
          index={place.step}
          chosen={chosen[address] ?? (address === opening ? early : undefined)}
          choose={(key) => setChosen((before) => ({...before, [address]: key}))}
          contact={
            <a className={styles.onward} href={outline.contact}>
              {words.contactAbout}
              <Arrow />
            </a>
          }
          following={outlines[outlines.indexOf(outline) + 1]}
          words={words}
        />
      )}
    </Stage>
  )
}
