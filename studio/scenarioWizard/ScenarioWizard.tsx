import {AddIcon} from '@sanity/icons/Add'
import {TrashIcon} from '@sanity/icons/Trash'
import {Button, Card, Flex, Grid, Stack, Text, TextInput} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {type CSSProperties, useEffect, useState} from 'react'
import {type FormPatch, PatchEvent, set, useClient} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {freeAnchor} from '../../sanity/schema/support/scenarioRules.ts'
import {failureToast, noToast} from '../lake/reasonOf.ts'
import {useUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {
  newScenario,
  type Picture,
  type PlannedChoice,
  type PlannedStep,
  pictures,
  type ScenarioPlan,
  type Words,
} from './newScenario.ts'
import {PictureSketch, pictureTitles} from './PictureSketch.tsx'
import {type PartialPlan, unsavedPlans} from './unsavedPlans.ts'

const noWords: Words = {zh: '', en: ''}
const suggested: readonly Picture[] = ['form', 'table', 'certificate']

const emptyStep = (index: number): PlannedStep => ({
  id: crypto.randomUUID(),
  heading: noWords,
  question: noWords,
  choices: [],
  picture: suggested[index] ?? 'table',
})

const twoChoices: PlannedChoice[] = [
  {label: noWords, outcome: 'accepted', answer: noWords},
  {label: noWords, outcome: 'refused', answer: noWords},
]

type Product = ScenarioPlan['product']

interface ScenarioWizardProps {
  /** Published id of the document. */
  id: string
  /** The document cannot be changed now, as without a line. */
  readOnly: boolean
  /** Somebody has filled in the form since the plan was begun. */
  isFilledIn: boolean
  onChange: (patch: FormPatch | PatchEvent) => void
  onCreated: () => void
  /** To fill in the form without it. */
  onDismiss: () => void
}

/**
 * Plans a new scenario: product, steps with a picture each, choices. Nothing is written until all of it is created; until then
 * the plan is kept in this tab.
 */
export function ScenarioWizard({id, readOnly, isFilledIn, onChange, onCreated, onDismiss}: ScenarioWizardProps) {
  const client = useClient({apiVersion})
  const toast = useToast()
  const [products, setProducts] = useState<readonly Product[]>([])
  const [emptyPlan] = useState<PartialPlan>(() => ({title: noWords, steps: [0, 1, 2].map(emptyStep)}))
  const plans = useUnsavedTexts(unsavedPlans)
  const {product, title, steps} = plans.get(id) ?? emptyPlan
  // No list leads back to a document without content.
  const [begun] = plans.has(id) ? [] : plans
  const change = (changed: Partial<PartialPlan>) => unsavedPlans.keep(id, {product, title, steps, ...changed})
  const setSteps = (changed: PartialPlan['steps']) => change({steps: changed})
  useEffect(() => {
    const query = '*[_type == "product"] | order(order asc, _id asc){_id, code}'
    client
      .fetch<Product[]>(query, {}, {perspective: 'published'})
      .then(setProducts, (error: unknown) =>
        toast.push(
          failureToast(
            'scenario-wizard',
            label('没能读出产品，请重新打开。', 'The products could not be read. Open this again.'),
            error,
          ),
        ),
      )
  }, [client, toast])

  const create = async (chosen: Product) => {
    try {
      const anchor = await freeAnchor(client, chosen.code.toLowerCase())
      // With what was typed since.
      const plan = unsavedPlans.all.get(id)
      if (!plan) return
      const fields = Object.entries(newScenario({...plan, product: chosen}, anchor))
      onChange(PatchEvent.from(fields.map(([name, value]) => set(value, [name]))))
      onCreated()
      toast.push(noToast('scenario-wizard'))
    } catch (error) {
      toast.push(failureToast('scenario-wizard', label('没能创建，请再试一次。', 'Not created. Try again.'), error))
    }
  }
  const changeStep = (id: string, change: Partial<PlannedStep>) =>
    setSteps(steps.map((step) => (step.id === id ? {...step, ...change} : step)))

  return (
    <Stack data-testid="scenario-wizard" gap={5} paddingTop={4}>
      <Stack gap={3}>
        <Text size={2} weight="semibold">
          {label('新的演示场景', 'A new demo scenario')}
        </Text>
        <Text muted size={1}>
          {label(
            '选产品，写每一步的名称，挑一张画面。没写的地方先放示例，之后在表单里改写；示例不能发布。',
            'Choose the product, name each step, pick its picture. What you leave out starts as a sample, to be rewritten in the form; samples cannot be published.',
          )}
        </Text>
      </Stack>
      {begun && (
        <Flex>
          <Button
            mode="ghost"
            onClick={() => unsavedPlans.move(begun[0], id)}
            text={label('接着写还没创建的那个场景', 'Go on with the one that you have begun')}
            tone="primary"
          />
        </Flex>
      )}
      <Part title={label('产品', 'Product')}>
        <Flex gap={2} wrap="wrap">
          {products.map((one) => (
            <Button
              aria-pressed={one._id === product?._id}
              key={one._id}
              mode={one._id === product?._id ? 'default' : 'ghost'}
              onClick={() => change({product: one})}
              text={one.code}
            />
          ))}
        </Flex>
      </Part>
      <Part title={label('场景的标题', 'Title of the scenario')}>
        <WordsInput name={label('标题', 'Title')} onChange={(words) => change({title: words})} value={title} />
      </Part>
      {steps.map((step, index) => (
        <StepCard
          key={step.id}
          number={index + 1}
          onChange={(change) => changeStep(step.id, change)}
          onRemove={steps.length > 2 ? () => setSteps(steps.filter(({id}) => id !== step.id)) : undefined}
          step={step}
        />
      ))}
      <Flex gap={2} wrap="wrap">
        <Button
          disabled={steps.length >= 9}
          icon={AddIcon}
          mode="ghost"
          onClick={() => setSteps([...steps, emptyStep(steps.length)])}
          text={label('再加一步', 'Add a step')}
        />
      </Flex>
      <Flex align="center" gap={2} wrap="wrap">
        <Button
          data-testid="create-scenario"
          disabled={!product || readOnly}
          onClick={() => product && void create(product)}
          text={label('创建场景', 'Create the scenario')}
          tone="primary"
        />
        <Button mode="bleed" onClick={onDismiss} text={label('不用向导，直接填表', 'Fill in the form instead')} />
        {(readOnly || !product) && (
          <Text muted size={1} role="status">
            {readOnly
              ? label(
                  '现在不能修改这份文档。您写的留在这里。',
                  'This cannot be changed now. What you wrote stays here.',
                )
              : label('先选一个产品。', 'Choose a product first.')}
          </Text>
        )}
      </Flex>
      {isFilledIn && (
        <Card border padding={3} radius={2} role="alert" tone="caution">
          <Text size={1}>
            {label(
              '已经有人填了这份文档的表单。在这里创建，会换掉他写的。',
              'Somebody has filled in the form in the meantime. Creating the scenario here replaces what they wrote.',
            )}
          </Text>
        </Card>
      )}
    </Stack>
  )
}

function Part({title, children}: {title: string; children: React.ReactNode}) {
  return (
    <Stack gap={3}>
      <Text size={1} weight="medium">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

/** Two columns where there is room. */
const columns = (width: string): CSSProperties => ({
  display: 'grid',
  gap: '0.75rem',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${width}), 1fr))`,
})

interface WordsInputProps {
  name: string
  value: Words
  onChange: (words: Words) => void
}

/** A line in both languages, the editor's first. */
function WordsInput({name, value, onChange}: WordsInputProps) {
  const inputs = [
    <TextInput
      aria-label={`${name} · 中文`}
      fontSize={1}
      key="zh"
      onChange={({currentTarget}) => onChange({...value, zh: currentTarget.value})}
      placeholder={`${name} · 中文`}
      value={value.zh}
    />,
    <TextInput
      aria-label={`${name} · English`}
      fontSize={1}
      key="en"
      onChange={({currentTarget}) => onChange({...value, en: currentTarget.value})}
      placeholder={`${name} · English`}
      value={value.en}
    />,
  ]
  return <div style={columns('11rem')}>{editorLocale() === 'zh' ? inputs : inputs.toReversed()}</div>
}

interface StepCardProps {
  number: number
  step: PlannedStep
  onChange: (change: Partial<PlannedStep>) => void
  onRemove: (() => void) | undefined
}

function StepCard({number, step, onChange, onRemove}: StepCardProps) {
  const {heading, picture, question, choices} = step
  const title = label(`第 ${number} 步`, `Step ${number}`)
  const changeChoice = (index: number, change: Partial<PlannedChoice>) =>
    onChange({choices: choices.map((choice, position) => (position === index ? {...choice, ...change} : choice))})
  return (
    <Card aria-label={title} as="section" border padding={3} radius={2}>
      <Flex align="center" gap={2} justify="space-between" paddingBottom={3}>
        <Text size={1} weight="semibold">
          {title}
        </Text>
        {onRemove && (
          <Button
            aria-label={label(`删去第 ${number} 步`, `Remove step ${number}`)}
            icon={TrashIcon}
            mode="bleed"
            onClick={onRemove}
            padding={2}
          />
        )}
      </Flex>
      <div style={columns('15rem')}>
        <Stack gap={3}>
          <WordsInput name={label('名称', 'Name')} onChange={(words) => onChange({heading: words})} value={heading} />
          {choices.length === 0 ? (
            <Flex>
              <Button
                fontSize={1}
                icon={AddIcon}
                mode="ghost"
                onClick={() => onChange({choices: twoChoices})}
                padding={2}
                text={label('让访客选一选', 'Let visitors choose')}
              />
            </Flex>
          ) : (
            <>
              <WordsInput
                name={label('问题', 'Question')}
                onChange={(words) => onChange({question: words})}
                value={question}
              />
              {choices.map((choice, index) => (
                <Choice choice={choice} key={choice.outcome} onChange={(change) => changeChoice(index, change)} />
              ))}
              <Flex>
                <Button
                  fontSize={1}
                  mode="bleed"
                  onClick={() => onChange({choices: []})}
                  padding={2}
                  text={label('这一步不选', 'No choice at this step')}
                />
              </Flex>
            </>
          )}
        </Stack>
        <Gallery chosen={picture} onChoose={(chosen) => onChange({picture: chosen})} />
      </div>
    </Card>
  )
}

interface ChoiceProps {
  choice: PlannedChoice
  onChange: (change: Partial<PlannedChoice>) => void
}

function Choice({choice, onChange}: ChoiceProps) {
  const isAccepted = choice.outcome === 'accepted'
  const name = isAccepted ? label('通过的做法', 'What is accepted') : label('退回的做法', 'What is refused')
  const answer = isAccepted ? label('通过时的回答', 'Answer if accepted') : label('退回时的回答', 'Answer if refused')
  return (
    <Card borderLeft paddingLeft={3}>
      <Stack gap={2}>
        <WordsInput name={name} onChange={(words) => onChange({label: words})} value={choice.label} />
        <WordsInput name={answer} onChange={(words) => onChange({answer: words})} value={choice.answer} />
      </Stack>
    </Card>
  )
}

function Gallery({chosen, onChoose}: {chosen: Picture; onChoose: (picture: Picture) => void}) {
  return (
    <Grid
      aria-label={label('画面', 'Picture')}
      gap={1}
      role="group"
      style={{alignContent: 'start', gridTemplateColumns: 'repeat(auto-fill, minmax(4.25rem, 1fr))'}}
    >
      {pictures.map((picture) => (
        <Card
          aria-pressed={picture === chosen}
          as="button"
          border
          key={picture}
          onClick={() => onChoose(picture)}
          padding={1}
          radius={2}
          selected={picture === chosen}
          type="button"
        >
          <Stack gap={2} paddingBottom={1}>
            <PictureSketch picture={picture} />
            <Text align="center" size={0} textOverflow="ellipsis">
              {pictureTitles[picture]}
            </Text>
          </Stack>
        </Card>
      ))}
    </Grid>
  )
}
