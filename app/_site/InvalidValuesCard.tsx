import {createDataAttribute} from 'next-sanity'
import {draftCard} from '@/components/blocks/IncompleteBlock'
import {translator} from '@/i18n/translator'
import {isObject} from '@/lib/json'
import {type Locale, locales} from '@/lib/locales'
import {titleAt, titleOf} from '@/sanity/blocks/titles'
import {source} from '@/sanity/client'
import type {InvalidValues} from '@/sanity/content'

/** Drafts only: the values of a page that are left out, as they do not fit their fields. A click opens the field. */
export function InvalidValuesCard({invalidValues, locale}: {invalidValues: readonly InvalidValues[]; locale: Locale}) {
  return (
    <aside data-invalid-values style={{...draftCard, margin: 'var(--s4) var(--margin)'}}>
      <p>{translator(locale, 'draft')('invalidValues')}</p>
      <ul>
        {invalidValues.flatMap(({document, paths}) => {
          const {_id: id, _type: type} = document
          const attribute = createDataAttribute({baseUrl: source.studioUrl, id, type})
          const name = [titleOf(type, [], locale), nameOf({...document}, locale)].filter(Boolean).join(' · ')
          return paths.map((path) => (
            <li key={`${id} ${path}`} data-sanity={attribute(path)}>
              {name} › {titleAt(document, path, locale)}
            </li>
          ))
        })}
      </ul>
    </aside>
  )
}

/** The text by which editors know a document, in the page's language or else in the other; none if it does not fit either. */
function nameOf(document: Record<string, unknown>, locale: Locale): string | undefined {
  const texts = ['title', 'name'].map((field) => document[field]).filter(isObject)
  return texts
    .flatMap((text) => [locale, ...locales].map((language) => text[language]))
    .find((text): text is string => typeof text === 'string' && text !== '')
}
