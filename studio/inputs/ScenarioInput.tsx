import {useEffect} from 'react'
import {type ObjectInputProps, PatchEvent, set, useEditState} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {WizardOrForm} from '../scenarioWizard/WizardOrForm.tsx'

/** A scenario's form, for a new one the wizard in its place. Adds a published anchor to the former ones when it changes, so that old links keep working. */
export function ScenarioInput(props: ObjectInputProps) {
  const {value, onChange, readOnly} = props
  const id = isObject(value) && typeof value._id === 'string' ? publishedId(value._id) : ''
  const {published} = useEditState(id, 'scenario')
  const dropped = readOnly || !isObject(value) || !published ? [] : droppedAnchors(published, value)
  const droppedList = dropped.join(' ')
  const former = isObject(value) ? stringsIn(value.formerAnchors) : []
  const formerList = former.join(' ')
  useEffect(() => {
    if (droppedList === '') return
    const names = [...formerList.split(' '), ...droppedList.split(' ')].filter(Boolean)
    onChange(PatchEvent.from(set(names, ['formerAnchors'])))
  }, [droppedList, formerList, onChange])
  return (
    <WizardOrForm
      id={id}
      isPublished={published !== null}
      onChange={onChange}
      readOnly={readOnly === true}
      value={value}
    >
      {props.renderDefault(props)}
    </WizardOrForm>
  )
}

/** Returns the anchors of the published scenario that the edited one lacks. */
export function droppedAnchors(published: Record<string, unknown>, edited: Record<string, unknown>): string[] {
  const kept = new Set([edited.anchor, ...stringsIn(edited.formerAnchors)])
  return stringsIn([published.anchor, ...stringsIn(published.formerAnchors)]).filter((name) => !kept.has(name))
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string' && name !== '') : []
}
