import type {CSSProperties} from 'react'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {titleOf} from '@/sanity/blocks/titles'
import type {BlockProblem, DraftEditing} from './context'

interface IncompleteBlockProps {
  block: {_key: string; _type: string}
  problems: readonly BlockProblem[]
  attribute: DraftEditing['attribute']
  locale: Locale
}

/** A card that only previews have. Inline: a stylesheet would count for visitors, who never see it. */
export const draftCard: CSSProperties = {
  display: 'grid',
  gap: 'var(--s3)',
  padding: 'var(--s4)',
  border: '2px dashed var(--line-strong)',
  borderRadius: '4px',
  color: 'var(--ink-soft)',
}

/** Drafts only: a block that cannot be shown yet, with its name and the fields to fill in. A click opens them. */
export function IncompleteBlock({block, problems, attribute, locale}: IncompleteBlockProps) {
  const words = translator(locale, 'draft')
  const base = `blocks[_key=="${block._key}"]`
  const fields = new Map(problems.map(({path}) => [`${base}${fieldPath(block, path)}`, path]))
  return (
    // The preview's toolbar stands beside the card: within it, each click would open the card's field.
    <div data-incomplete={block._key} style={{margin: 'var(--s4) var(--margin)'}}>
      <div data-sanity={attribute(base)} style={draftCard}>
        <strong>{titleOf(block._type, [], locale)}</strong>
        <p>{words('incomplete')}</p>
        <ul>
          {[...fields].map(([path, shape]) => (
            <li key={path} data-sanity={attribute(path)}>
              {titleOf(block._type, shape, locale)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Returns the path of a field as the form writes it: items of lists by their keys. */
function fieldPath(block: unknown, path: BlockProblem['path']): string {
  let value = block
  let written = ''
  for (const part of path) {
    value = isIndexable(value) ? value[part] : undefined
    const key = isIndexable(value) && typeof value._key === 'string' ? `_key=="${value._key}"` : part
    written += typeof part === 'number' ? `[${key}]` : `.${part}`
  }
  return written
}

function isIndexable(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}
