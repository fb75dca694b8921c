import {PortableText, type PortableTextReactComponents} from '@portabletext/react'
import {Link} from '@/components/navigation/Link'
import {MarkedText} from '@/components/ui/MarkedText'
import type {Locale} from '@/lib/locales'
import type {RichTextValue} from '@/sanity/projections/richText'
import {InlineClaim} from './InlineClaim'
import {markPlaceholders} from './markPlaceholders'
import styles from './RichText.module.css'

interface RichTextProps {
  value: RichTextValue
  locale: Locale
  /** Level of the text's topmost headings: 3 below a section heading. */
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

/** Which element each heading style becomes: a text that uses only the lower style skips no level. */
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
        <Link route={value?.route} locale={locale}>
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
