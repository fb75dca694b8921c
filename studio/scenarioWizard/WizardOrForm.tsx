import {type PropsWithChildren, useState} from 'react'
import type {FormPatch, PatchEvent} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {hint} from '../../sanity/schema/support/bilingual.ts'
import {useUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {ScenarioWizard} from './ScenarioWizard.tsx'
import {unsavedPlans} from './unsavedPlans.ts'

interface WizardOrFormProps {
  /** Published id of the scenario. */
  id: string
  value: unknown
  isPublished: boolean
  readOnly: boolean
  onChange: (patch: FormPatch | PatchEvent) => void
}

/** The wizard for a new scenario, until it is created or left; then the form. A plan that was begun stays until then. */
export function WizardOrForm({
  id,
  value,
  isPublished,
  readOnly,
  onChange,
  children,
}: PropsWithChildren<WizardOrFormProps>) {
  const [isLeft, setLeft] = useState(false)
  const isPlanned = useUnsavedTexts(unsavedPlans).has(id)
  const isNew = !isPublished && isBlank(value)
  // Without a line the form is read-only for a while.
  if (!isPlanned && (!isNew || isLeft || readOnly)) return children
  const leave = () => {
    unsavedPlans.drop(id)
    setLeft(true)
  }
  return (
    <ScenarioWizard
      id={id}
      isFilledIn={!isNew}
      onChange={onChange}
      onCreated={leave}
      onDismiss={() => {
        if (!isPlanned || confirm(dismissal)) leave()
      }}
      readOnly={readOnly}
    />
  )
}

const dismissal = hint(
  '在向导里写的会丢掉。仍要直接填表吗？',
  'What you wrote here would be lost. Fill in the form anyway?',
)

/** Nobody has written anything: there is at most the order, which every new one gets. */
function isBlank(value: unknown): boolean {
  return !isObject(value) || Object.keys(value).every((name) => name.startsWith('_') || name === 'order')
}
