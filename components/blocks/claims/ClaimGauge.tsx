import type {ReactNode} from 'react'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {formatFigure, isPercent} from '@/sanity/claims/claimSentence'
import type {Claim} from '@/sanity/projections/claim'
import styles from './ClaimGauge.module.css'

/** The gauge below a claim's figure. Hidden from screen readers, as the figure says the same. */
export function ClaimGauge({claim, locale}: {claim: Claim; locale: Locale}) {
  return (
    <svg className={styles.gauge} viewBox="0 0 320 64" aria-hidden="true">
      {draw(gaugeOf(claim), locale)}
    </svg>
  )
}

function draw(gauge: Gauge, locale: Locale): ReactNode {
  switch (gauge.kind) {
    case 'bars':
      return <Bars rest={gauge.rest} locale={locale} />
    case 'dots':
      return <Dots filled={gauge.filled} />
    case 'dial':
      return <Dial limit={gauge.limit} above={gauge.allowed === 'above'} />
    case 'slots':
      return <Slots count={gauge.count} />
    case 'ruler':
      return <Ruler count={gauge.count} open={gauge.open} />
  }
}

const barStart = 64

function Bars({rest, locale}: {rest: number; locale: Locale}) {
  const words = translator(locale, 'figure')
  const width = 320 - barStart - 1
  const bars = [
    {name: words('without'), part: 1, y: 4, className: styles.outline},
    {name: words('with'), part: rest, y: 40, className: styles.filled},
  ]
  return bars.map(({name, part, y, className}) => {
    // A short bar has no room for it.
    const isInside = part > 0.2
    return (
      <g key={y}>
        <text x="0" y={y + 14}>
          {name}
        </text>
        <rect className={className} x={barStart} y={y} width={width * part} height="20" />
        <text
          className={isInside ? styles.share : undefined}
          x={barStart + 8 + (isInside ? 0 : width * part)}
          y={y + 15}
        >
          {formatFigure(part * 100)}%
        </text>
      </g>
    )
  })
}

/** Five rows of twenty. */
function Dots({filled}: {filled: number}) {
  const at = (index: number) => `${8 + (index % 20) * 16} ${7 + Math.floor(index / 20) * 12.5}`
  const dots = Array.from({length: 100}, (_, index) => index)
  const left = dots.slice(filled)
  return (
    <>
      <path
        className={styles.dots}
        d={dots
          .slice(0, filled)
          .map((index) => `M${at(index)}h0`)
          .join('')}
      />
      {left.length > 0 && (
        <path
          className={styles.outline}
          d={left.map((index) => `M${at(index)}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`).join('')}
        />
      )}
    </>
  )
}

const radius = 50

function Dial({limit, above}: {limit: number; above: boolean}) {
  const point = (part: number, r = radius) =>
    `${(62 - r * Math.cos(part * Math.PI)).toFixed(1)} ${(58 - r * Math.sin(part * Math.PI)).toFixed(1)}`
  const arc = (from: number, to: number) => `M${point(from)}A${radius} ${radius} 0 0 1 ${point(to)}`
  const ticks = Array.from({length: 11}, (_, index) => `M${point(index / 10, 38)}L${point(index / 10, 34)}`)
  return (
    <>
      <path className={styles.arc} d={above ? arc(0, limit) : arc(limit, 1)} data-faint={above ? undefined : ''} />
      <path className={styles.arc} d={above ? arc(limit, 1) : arc(0, limit)} data-open={above ? '' : undefined} />
      <path className={styles.ticks} d={`${ticks.join('')}M6 58h112`} />
      <path className={styles.limit} d={`M${point(limit, 20)}L${point(limit, 57)}`} />
      <circle className={styles.dot} cx="62" cy="58" r="3" />
    </>
  )
}

function Slots({count}: {count: number}) {
  const places = Array.from({length: count}, (_, index) => index * 34)
  const limit = count * 34 + 4
  const barred = [0, 1, 2].map((index) => limit + 12 + index * 26)
  return (
    <>
      {places.map((x) => (
        <rect key={x} className={styles.slot} x={x + 1} y="18" width="26" height="28" />
      ))}
      <path className={styles.limit} d={`M${limit} 4v56`} />
      <path className={styles.ticks} d={barred.map((x) => `M${x} 24l14 16M${x + 14} 24l-14 16`).join('')} />
    </>
  )
}

function Ruler({count, open}: {count: number; open: boolean}) {
  const unit = 264 / Math.max(count, 1)
  const units = Array.from({length: count}, (_, index) => index)
  const end = units.length * unit
  return (
    <>
      {units.map((index) => (
        <rect key={index} className={styles.filled} x={index * unit} y="12" width={unit - 3} height="20" />
      ))}
      <path
        className={styles.ticks}
        d={`M0 40h${end}${units.map((index) => `M${index * unit} 40v6`).join('')}M${end} 40v12`}
      />
      {open && <path className={styles.measure} d={`M${end + 2} 22h50M${end + 45} 15l7 7-7 7`} />}
      {count > 0 && (
        <text x="0" y="62">
          1
        </text>
      )}
      {count > 1 && (
        <text x={end - unit / 2} y="62" textAnchor="middle">
          {count}
        </text>
      )}
    </>
  )
}

/** How a claim's figure is drawn. */
type Gauge =
  /** Two bars, without and with the saving. `rest` is what remains, from 0 to 1. */
  | {kind: 'bars'; rest: number}
  /** A hundred dots, `filled` of them solid. */
  | {kind: 'dots'; filled: number}
  /** A dial with its limit and the allowed side. */
  | {kind: 'dial'; limit: number; allowed: 'above' | 'below'}
  /** `count` slots, and a few barred ones beyond the limit. */
  | {kind: 'slots'; count: number}
  /** A ruler of `count` units, open at its end if there are more. */
  | {kind: 'ruler'; count: number; open: boolean}

const mostSlots = 8
const mostUnits = 12

/** Picks a claim's gauge. Figures come from editors: values off the scale are clamped, and none is rounded up. */
export function gaugeOf({figure, comparator, unit}: Pick<Claim, 'figure' | 'comparator' | 'unit'>): Gauge {
  if (isPercent(unit)) {
    const percentage = Math.min(Math.max(figure, 0), 100)
    const part = percentage / 100
    switch (comparator) {
      case 'lessBy':
        return {kind: 'bars', rest: 1 - part}
      case 'exactly':
        return {kind: 'dots', filled: Math.floor(percentage)}
      case 'atMost':
        return {kind: 'dial', limit: part, allowed: 'below'}
      case 'atLeast':
      case 'moreThan':
        return {kind: 'dial', limit: part, allowed: 'above'}
    }
  }
  const count = Math.max(Math.floor(figure), 0)
  if (comparator === 'atMost' && count <= mostSlots) return {kind: 'slots', count}
  const units = Math.min(count, mostUnits)
  return {kind: 'ruler', count: units, open: comparator !== 'exactly' || figure > units}
}
