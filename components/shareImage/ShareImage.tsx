import type {CSSProperties} from 'react'
import {phrasesOf} from '@/components/ui/Phrases'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import type {Hue} from '@/sanity/projections/product'
import {palette, strokes} from './palette'
import {ScreenPicture} from './ScreenPicture'

export interface ShareImageProps {
  title: string
  /** Above the title: the product's code, or the site's name. */
  register: string
  siteName: string
  tagline?: string | undefined
  description: string
  hue?: Hue | undefined
  locale: Locale
  /** The screen that the page opens with. */
  screen?: ScreenBlock | undefined
}

const trace = {width: 1056, height: 96}

/** A page's share image: of the screen that it opens with, or else of its words. */
export function ShareImage({screen, ...words}: ShareImageProps) {
  return screen ? <ScreenImage {...words} screen={screen} /> : <WordsImage {...words} />
}

/** Chats cut a square out of the middle: title and the left half of the screen stand within it. */
function ScreenImage({title, register, siteName, hue, locale, screen}: ShareImageProps & {screen: ScreenBlock}) {
  const {color} = inkOf(hue)
  const [code = '', ...name] = register.split(' ')
  const long = locale === 'zh' ? title.length > 22 : title.length > 46
  return (
    <div style={{width: '100%', height: '100%', display: 'flex', color: palette.ink, backgroundColor: palette.paper}}>
      <div
        style={{
          width: 280,
          flexShrink: 0,
          display: 'flex',
          flexDirection: 'column',
          padding: '48px 32px 40px',
          color: palette.paper,
          backgroundColor: color,
        }}
      >
        <Target size={88} color={palette.paper} />
        <div style={{display: 'flex', marginTop: 28, fontSize: 38, fontWeight: 700}}>{code}</div>
        <div style={{display: 'flex', marginTop: 6, fontSize: 26, lineHeight: 1.35}}>{name.join(' ')}</div>
        <div style={{display: 'flex', marginTop: 'auto', fontSize: 24, lineHeight: 1.4}}>{siteName}</div>
        <Phrases text={illustrativeNote(locale)} style={{marginTop: 8, fontSize: 18, lineHeight: 1.4}} />
      </div>
      <div style={{display: 'flex', flexDirection: 'column', flexGrow: 1, padding: '44px 0 0 40px'}}>
        <Phrases
          text={title}
          clause={11}
          style={{
            flexShrink: 0,
            width: 584,
            marginBottom: 30,
            fontSize: long ? 40 : 50,
            fontWeight: 700,
            lineHeight: 1.22,
            letterSpacing: locale === 'zh' ? 0 : -1,
          }}
        />
        <ScreenPicture screen={screen} color={color} />
      </div>
    </div>
  )
}

/** Register, title, lead and a trace of its own. */
function WordsImage({title, register, siteName, tagline, description, hue, locale}: ShareImageProps) {
  const {color, dash} = inkOf(hue)
  const long = locale === 'zh' ? title.length > 16 : title.length > 34
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        padding: '60px 72px 0',
        color: palette.ink,
        backgroundColor: palette.paper,
        backgroundImage: `linear-gradient(to right, rgba(16, 25, 43, 0.07) 1px, transparent 1px), linear-gradient(to bottom, rgba(16, 25, 43, 0.07) 1px, transparent 1px)`,
        backgroundSize: '40px 40px',
      }}
    >
      <div style={{display: 'flex', alignItems: 'center', fontSize: 30, fontWeight: 700, color}}>
        <Target size={52} color={color} style={{marginRight: 20}} />
        {register}
      </div>
      <Phrases
        text={title}
        clause={13}
        style={{
          marginTop: 36,
          fontSize: long ? 60 : 76,
          fontWeight: 700,
          lineHeight: 1.2,
          letterSpacing: locale === 'zh' ? 0 : -1,
        }}
      />
      <Phrases
        text={description}
        style={{
          marginTop: 24,
          fontSize: 30,
          lineHeight: 1.5,
          color: palette['ink-soft'],
        }}
      />
      <div style={{display: 'flex', flexDirection: 'column', marginTop: 'auto'}}>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${trace.width} ${trace.height}`}
          width={trace.width}
          height={trace.height}
        >
          <path d={tracePath(title, trace)} fill="none" stroke={color} strokeWidth="3" strokeDasharray={dash} />
        </svg>
        <Rule color={palette['line-strong']} width={trace.width} />
        <div style={{display: 'flex', padding: '14px 0 26px', fontSize: 24, color: palette['ink-faint']}}>
          {[siteName, tagline].filter(Boolean).join(' · ')}
        </div>
      </div>
    </div>
  )
}

/** The note that marks illustrative screens, as on the page. */
export function illustrativeNote(locale: Locale): string {
  return translator(locale, 'figure')('illustrative')
}

/** A text whose Chinese breaks between phrases. */
function Phrases({text, clause, style}: {text: string; clause?: number; style: CSSProperties}) {
  return (
    <div style={{display: 'flex', flexWrap: 'wrap', ...style}}>
      {phrasesOf(text, clause).map((phrase, index) => {
        const key = String(index)
        return <div key={key}>{phrase}</div>
      })}
    </div>
  )
}

/** The site's mark. */
function Target({size, color, style = {}}: {size: number; color: string; style?: CSSProperties}) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width={size} height={size} style={style}>
      <circle cx="12" cy="12" r="6.5" fill="none" stroke={color} strokeWidth="1.5" />
      <path d="M12 0v24M0 12h24" fill="none" stroke={color} strokeWidth="1.5" />
      <path d="M12 12V5.5A6.5 6.5 0 0 1 18.5 12ZM12 12v6.5A6.5 6.5 0 0 1 5.5 12Z" fill={color} />
    </svg>
  )
}

/** A ruler's edge: a tick every eight units, longer at every fifth. */
function Rule({color, width}: {color: string; width: number}) {
  const ticks = Array.from(
    {length: Math.floor(width / 8) + 1},
    (_, tick) => `M${tick * 8} 0v${tick % 5 === 0 ? 14 : 7}`,
  )
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} 16`} width={width} height="16">
      <path d={`M0 1h${width}${ticks.join('')}`} fill="none" stroke={color} strokeWidth="1.5" />
    </svg>
  )
}

/** An oscilloscope trace seeded by a text. */
function tracePath(text: string, {width, height}: {width: number; height: number}): string {
  const seed = [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7)
  const middle = height / 2
  const steps = 150
  const points = Array.from({length: steps + 1}, (_, step) => {
    const x = step / steps
    // A burst that rises and settles, with some of its second harmonic.
    const envelope = Math.sin(Math.PI * x) ** 2
    const wave = Math.sin(x * (22 + (seed % 17)) + seed) + 0.35 * Math.sin(x * (47 + (seed % 29)))
    return `${(x * width).toFixed(1)} ${(middle - wave * envelope * middle * 0.7).toFixed(1)}`
  })
  return `M${points.join('L')}`
}

export const markImageSize = {width: 400, height: 400}

/** The site's mark as a square image, for chats. */
export function MarkImage({code, hue}: {code?: string | undefined; hue?: Hue | undefined}) {
  const {color} = inkOf(hue)
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        color: palette.paper,
        backgroundColor: color,
        fontSize: 92,
        fontWeight: 700,
      }}
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" width={code ? 170 : 260} height={code ? 170 : 260}>
        <circle cx="12" cy="12" r="6.5" fill="none" stroke={palette.paper} strokeWidth="1.25" />
        <path d="M12 0v24M0 12h24" fill="none" stroke={palette.paper} strokeWidth="1.25" />
        <path d="M12 12V5.5A6.5 6.5 0 0 1 18.5 12ZM12 12v6.5A6.5 6.5 0 0 1 5.5 12Z" fill={palette.paper} />
      </svg>
      {code}
    </div>
  )
}

/** A product's colour and line pattern; ink without a product. */
function inkOf(hue: Hue | undefined): {color: string; dash: string} {
  return hue ? {color: palette[hue], dash: strokes[hue]} : {color: palette.ink, dash: 'none'}
}
