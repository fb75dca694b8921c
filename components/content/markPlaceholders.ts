import {markerPattern} from '@/components/ui/placeholder'
import type {RichTextValue} from '@/sanity/projections/richText'

type Child = RichTextValue[number]['children'][number]

/** Gives each placeholder in a text a span and a mark of its own, so that it can be shown as one. */
export function markPlaceholders(value: RichTextValue): RichTextValue {
  return value.map((block) => ({...block, children: block.children.flatMap(splitChild)}))
}

function splitChild(child: Child): Child[] {
  if (child._type !== 'span') return [child]
  // Every second part is a marker, as the pattern captures it.
  const parts = child.text.split(markerPattern)
  return parts.map((text, index) => ({
    ...child,
    _key: `${child._key}-${index}`,
    text,
    marks: index % 2 === 1 ? [...(child.marks ?? []), 'placeholder'] : child.marks,
  }))
}
