import {useEffect} from 'react'
import {type ObjectInputProps, PatchEvent, set, useEditState} from 'sanity'
import {isObject, publishedId} from '../../sanity/health/documents.ts'

/** A scenario's form. A name in links that was published is kept when it is changed, so that old links go on leading here. */
export function ScenarioInput(props: ObjectInputProps) {
  const {value, onChange, readOnly} = props
  const id = isObject(value) && typeof value._id === 'string' ? publishedId(value._id) : ''
  const {published} = useEditState(id, 'scenario')
  const lost = readOnly || !isObject(value) || !published ? [] : lostNames(published, value)
  const lostList = lost.join(' ')
  const former = isObject(value) ? namesIn(value.formerAnchors) : []
  const formerList = former.join(' ')
  useEffect(() => {
    if (lostList === '') return
    const names = [...formerList.split(' '), ...lostList.split(' ')].filter(Boolean)
    onChange(PatchEvent.from(set(names, ['formerAnchors'])))
  }, [lostList, formerList, onChange])
  return props.renderDefault(props)
}

/** The names under which links lead to the published scenario and would not lead to the edited one. */
export function lostNames(published: Record<string, unknown>, edited: Record<string, unknown>): string[] {
  const kept = new Set([edited.anchor, ...namesIn(edited.formerAnchors)])
  return namesIn([published.anchor, ...namesIn(published.formerAnchors)]).filter((name) => !kept.has(name))
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string' && name !== '') : []
}
