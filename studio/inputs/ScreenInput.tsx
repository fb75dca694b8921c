import {useEffect} from 'react'
import {type ObjectInputProps, set, unset} from 'sanity'
import {type ScreenKind, sampleFields, sampleOf, screenKinds} from '../../sanity/blocks/screen/samples.ts'

/** Everything that a sample shows, as one text; keys and the language of the form do not count. */
function textsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textsOf).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  if ('zh' in value && 'en' in value) return `${value.zh}\n${value.en}`
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, part]) => textsOf(part))
    .join('\n')
}

const samples = new Map(screenKinds.map((kind) => [textsOf(pick(sampleOf(kind))), kind]))

function pick(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(sampleFields.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])))
}

const isKind = (kind: unknown): kind is ScreenKind => screenKinds.some((known) => known === kind)

/**
 * A screen's form: as long as nothing has been written, a change of kind brings that kind's sample, in the form of whoever
 * changes it. In a colleague's, which shows the change later, it would overwrite what is being written over the sample.
 */
export function ScreenInput(props: ObjectInputProps) {
  const {value, onChange, readOnly, focusPath} = props
  const kind = value?.kind
  const isOwn = focusPath[0] === 'kind'
  const shown = samples.get(textsOf(pick(value ?? {})))
  useEffect(() => {
    if (readOnly || !isOwn || !isKind(kind) || shown === undefined || shown === kind) return
    const sample = pick(sampleOf(kind))
    onChange(sampleFields.map((name) => (sample[name] === undefined ? unset([name]) : set(sample[name], [name]))))
  }, [kind, isOwn, onChange, readOnly, shown])
  return props.renderDefault(props)
}
