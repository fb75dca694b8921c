import {HelpCircleIcon} from '@sanity/icons/HelpCircle'
import {type CustomValidatorResult, defineField, defineType, type ValidationContext} from 'sanity'
import {apiVersion} from '../../env.ts'
import {releaseNameOf} from '../../health/contentDocuments.ts'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('试一试', 'Try one decision')

interface NamedStep {
  scenario?: {_ref?: string}
  step?: number
}

const scenarioQuery = /* groq */ `*[_id in $ids]{"choices": steps[]{"count": count(choices)}.count}`

/**
 * Rule: the step lets the visitor choose, as published, in the scenario's draft, or in its version in the page's release.
 * Publishing checks what is published. A scenario that is gone has a check of its own.
 */
async function stepHasChoices(
  demo: NamedStep | undefined,
  {document, getClient}: Pick<ValidationContext, 'document' | 'getClient'>,
): Promise<CustomValidatorResult> {
  const id = demo?.scenario?._ref
  const step = demo?.step
  if (id === undefined || step === undefined) return true
  const release = releaseNameOf(document?._id ?? '')
  const ids = [id, `drafts.${id}`, ...(release === undefined ? [] : [`versions.${release}.${id}`])]
  const found = await getClient({apiVersion}).fetch<{choices: (number | null)[] | null}[]>(
    scenarioQuery,
    {ids},
    {perspective: 'raw'},
  )
  const isAsked = found.length === 0 || found.some(({choices}) => (choices?.[step - 1] ?? 0) > 0)
  return isAsked || {message: choicesMissing, path: ['step']}
}

const choicesMissing = hint(
  '演示的这一步没有选择：请改成一个带选择的步骤。',
  'This step of the demo has no choices: name one that has.',
)

/** One question of a demo scenario, with the system's answers. */
export const decision = defineType({
  name: 'decision',
  title,
  type: 'object',
  icon: HelpCircleIcon,
  fields: [
    ...sectionFields,
    defineField({
      name: 'demo',
      title: label('演示的哪一步', 'Step of the demo'),
      type: 'demoStep',
      description: hint(
        '选一个带选择的步骤：问题和回答都取自演示，改一处即可。',
        'A step with choices: question and answers are those of the demo, so they are written once.',
      ),
      validation: (rule) => [
        rule.required().error(hint('请选择一步。', 'Choose a step.')),
        rule.custom(stepHasChoices),
      ],
    }),
  ],
  preview: blockPreview(title),
})

export const menu: BlockMenu = {
  group: 'overviews',
  help: label('请读者当场做一个决定，看系统放不放行。', 'Readers make one decision and see what the system answers.'),
}
