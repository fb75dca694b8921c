import {createDataAttribute} from 'next-sanity'
import {draftCard} from '@/components/blocks/IncompleteBlock'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {source} from '@/sanity/client'
import type {Misfit} from '@/sanity/content'

/** Drafts only: the values of a page that are left out, as they do not fit their fields. A click opens the field. */
export function MisfitCard({misfits, locale}: {misfits: readonly Misfit[]; locale: Locale}) {
  return (
    <aside data-misfits style={{...draftCard, margin: 'var(--s4) var(--margin)'}}>
      <p>{translator(locale, 'draft')('misfits')}</p>
      <ul>
        {misfits.flatMap(({id, type, paths}) => {
          const attribute = createDataAttribute({baseUrl: source.studioUrl, id, type})
          return paths.map((path) => (
            <li key={`${id} ${path}`} data-sanity={attribute(path)}>
              <code>
                {id} {path}
              </code>
            </li>
          ))
        })}
      </ul>
    </aside>
  )
}
