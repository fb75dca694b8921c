import {stegaClean} from '@sanity/client/stega'
import {entryNamed} from '@/components/blocks/Blocks'
import {Disclosure} from '@/components/ui/Disclosure'
import {Phrases} from '@/components/ui/Phrases'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {PageData} from '@/sanity/presentContent'
import {sectionId} from '@/sanity/projections/section'
import styles from './PageContents.module.css'

/** Sections from which on a page has a list of them: shorter pages show by scrolling what they hold. */
const least = 9

interface ContentsProps {
  blocks: PageData['blocks'] | undefined
  locale: Locale
}

/** Links to the sections of a long page, folded. */
export function PageContents({blocks, locale}: ContentsProps) {
  // The closing call leads away from the page.
  const headed = (blocks ?? []).flatMap((block) =>
    'heading' in block && block.heading && block._type !== 'callToAction' ? [{block, heading: block.heading}] : [],
  )
  if (headed.length < least) return null
  // What does not fit its shape is not on the page.
  const sections = headed.flatMap(({block, heading}) => {
    const read = entryNamed(block._type)?.read(block)
    return read && 'render' in read ? [{id: sectionId(block._key), heading: stegaClean(heading)}] : []
  })
  const title = translator(locale, 'site')('contents')
  return (
    <nav className={styles.contents} aria-label={title}>
      <Disclosure title={<b>{title}</b>}>
        <ol className={styles.list}>
          {sections.map(({id, heading}) => (
            <li key={id}>
              <a className={styles.link} href={`#${id}`}>
                <span>
                  <Phrases clause={0}>{heading}</Phrases>
                </span>
              </a>
            </li>
          ))}
        </ol>
      </Disclosure>
    </nav>
  )
}
