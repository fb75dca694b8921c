import {PortableText, type PortableTextReactComponents} from '@portabletext/react'
import {Link} from '@/components/navigation/Link'
import {MarkedText} from '@/components/ui/MarkedText'
import type {Locale} from '@/lib/locales'
import {placeholderPattern} from '@/lib/placeholders'
import {figureWithUnit} from '@/sanity/claims/claimSentence'
import type {Claim} from '@/sanity/projections/claim'
import type {RichTextValue} from '@/sanity/projections/richText'
import claimStyles from './InlineClaim.module.css'
import styles from './RichText.module.css'

interface RichTextProps {
  value: RichTextValue
  locale: Locale
  /** Level of the topmost headings: 3 below a section heading. */
  headingLevel: 2 | 3
}

/** Portable Text, rendered on the server. */
export function RichText({value, locale, headingLevel}: RichTextProps) {
  return (
    <div className={styles.text}>
      <PortableText value={markPlaceholders(value)} components={componentsFor(locale, levelsOf(value, headingLevel))} />
    </div>
  )
}

/** The element of each heading style; no level is skipped if only the lower style is used. */
function levelsOf(value: RichTextValue, headingLevel: 2 | 3) {
  const Heading = headingLevel === 2 ? ('h2' as const) : ('h3' as const)
  const below = headingLevel === 2 ? ('h3' as const) : ('h4' as const)
  return {Heading, Subheading: value.some(({style}) => style === 'h2') ? below : Heading}
}

type Levels = ReturnType<typeof levelsOf>

function componentsFor(locale: Locale, {Heading, Subheading}: Levels): Partial<PortableTextReactComponents> {
  return {
    block: {
      h2: ({children}) => <Heading>{children}</Heading>,
      h3: ({children}) => <Subheading>{children}</Subheading>,
    },
    marks: {
      placeholder: ({text}) => <MarkedText>{text}</MarkedText>,
      routeLink: ({value, children}) => (
        <Link to={value} locale={locale}>
          {children}
        </Link>
      ),
      externalLink: ({value, children}) => (
        <a href={value?.href} rel="noreferrer">
          {children}
        </a>
      ),
    },
    types: {
      claimReference: ({value}) => <InlineClaim claim={value.claim} />,
    },
  }
}

type Child = RichTextValue[number]['children'][number]

/** Splits placeholders into spans with a mark of their own. */
function markPlaceholders(value: RichTextValue): RichTextValue {
  return value.map((block) => ({...block, children: block.children.flatMap(splitChild)}))
}

function splitChild(child: Child): Child[] {
  if (child._type !== 'span') return [child]
  // Odd parts are placeholders, captured by the pattern.
  const parts = child.text.split(placeholderPattern)
  return parts.map((text, index) => ({
    ...child,
    _key: `${child._key}-${index}`,
    text,
    marks: index % 2 === 1 ? [...(child.marks ?? []), 'placeholder'] : child.marks,
  }))
}

/** A claim's figure within a sentence, which itself names the comparator. */
function InlineClaim({claim}: {claim: Pick<Claim, 'figure' | 'unit'>}) {
  return (
    <data className={claimStyles.claim} value={claim.figure}>
      {figureWithUnit(claim)}
    </data>
  )
}
