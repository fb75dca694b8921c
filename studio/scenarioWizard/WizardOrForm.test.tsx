// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {discardUnsavedTexts, hasUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {WizardOrForm} from './WizardOrForm.tsx'

const studio = vi.hoisted(() => ({
  client: {fetch: async () => [{_id: 'product-lqm', code: 'LQM'}]},
  toast: {push: () => undefined},
  freeAnchor: async () => 'lqm2',
  onChange: vi.fn(),
}))
vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useClient: () => studio.client,
}))
vi.mock('@sanity/ui/toast', () => ({useToast: () => studio.toast}))
vi.mock('../../sanity/schema/support/scenarioRules.ts', () => ({freeAnchor: () => studio.freeAnchor()}))
vi.mock('../scenarioWizard/PictureSketch.tsx', () => ({PictureSketch: () => null, pictureTitles: {}}))

beforeEach(() => {
  studio.onChange.mockReset()
  studio.freeAnchor = async () => 'lqm2'
})
afterEach(() => {
  cleanup()
  discardUnsavedTexts()
  vi.unstubAllGlobals()
})

interface Shown {
  id?: string
  value?: unknown
  readOnly?: boolean
}

/** Opens the form of a new scenario, and returns a function that renders it again with other properties. */
async function open(shown: Shown = {}) {
  const form = ({id = 'a', value = {_type: 'scenario'}, readOnly = false}: Shown) => (
    <StudioTheme>
      <WizardOrForm id={id} value={value} isPublished={false} readOnly={readOnly} onChange={studio.onChange}>
        <form />
      </WizardOrForm>
    </StudioTheme>
  )
  const {rerender} = await act(async () => render(form(shown)))
  return (props: Shown) => rerender(form(props))
}
const title = () => screen.queryByLabelText<HTMLInputElement>('标题 · Title · English')
const type = (text: string) => {
  const field = title()
  if (field) fireEvent.change(field, {target: {value: text}})
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByText(name)))
const createButton = () => screen.getByTestId<HTMLButtonElement>('create-scenario')

test('a plan stays while the form is read-only without a line, and is there when the document is opened again', async () => {
  const show = await open()
  type('The order')
  await press('LQM')
  show({readOnly: true})
  expect([title()?.value, createButton().disabled]).toEqual(['The order', true])
  type('The order of the wizard')
  show({readOnly: false})
  expect([title()?.value, createButton().disabled]).toEqual(['The order of the wizard', false])
  cleanup()
  expect(hasUnsavedTexts()).toBe(true)
  await open({id: 'b'})
  expect(title()?.value).toBe('')
  cleanup()
  await open({readOnly: true})
  expect(title()?.value).toBe('The order of the wizard')
})

test('a plan that was begun is offered to the next new scenario: no list leads back to its own document', async () => {
  await open()
  type('The order')
  cleanup()
  await open({id: 'b'})
  expect(title()?.value).toBe('')
  await press(/Go on with/)
  expect([title()?.value, screen.queryByText(/Go on with/)]).toEqual(['The order', null])
  cleanup()
  await open()
  expect(title()?.value).toBe('')
})

test('what is typed while the scenario is being created is in it, and nothing is unsaved then', async () => {
  const anchor = Promise.withResolvers<string>()
  studio.freeAnchor = () => anchor.promise
  await open()
  type('The order')
  await press('LQM')
  await press(/Create the scenario/)
  type('The order of the wizard')
  await act(async () => anchor.resolve('lqm2'))
  expect(JSON.stringify(studio.onChange.mock.calls)).toContain('The order of the wizard')
  expect([title(), hasUnsavedTexts()]).toEqual([null, false])
})

test('a plan stays when a colleague fills in the form, with a warning', async () => {
  const show = await open()
  type('The order')
  expect(screen.queryByRole('alert')).toBeNull()
  show({value: {_type: 'scenario', title: {zh: '委托'}}})
  expect(title()?.value).toBe('The order')
  expect(screen.getByRole('alert').textContent).toContain('replaces what they wrote')
})

test('a plan is left for the form only if the editor says so; without one nobody asks', async () => {
  const ask = vi.fn(() => false)
  vi.stubGlobal('confirm', ask)
  await open()
  type('The order')
  await press(/Fill in the form/)
  expect([title()?.value, ask.mock.calls.length]).toEqual(['The order', 1])
  ask.mockReturnValueOnce(true)
  await press(/Fill in the form/)
  expect([title(), hasUnsavedTexts()]).toEqual([null, false])
  cleanup()
  await open()
  await press(/Fill in the form/)
  expect([title(), ask.mock.calls.length]).toEqual([null, 2])
})
