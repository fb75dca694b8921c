import type {StageWords} from './drawScenario'

/** What the browser fetches: a scenario, and the walkthrough's words, which the page itself need not carry. */
export interface ScenarioAnswer {
  scenario: ScenarioPayload
  words: StageWords
}

/** A scenario as the browser gets it: words as data, pictures as the markup that the server has drawn. */
export interface ScenarioPayload {
  anchor: string
  title: string
  summary: string
  subject: string
  product: {code: string; hue: string}
  steps: StepPayload[]
}

export interface StepPayload {
  key: string
  heading: string
  text: string
  role?: string | undefined
  state: string
  tone: 'active' | 'waiting' | 'ended'
  picture: string
  question?: string | undefined
  choices: ChoicePayload[]
}

export interface ChoicePayload {
  key: string
  label: string
  accepted: boolean
  answer: string
  reason?: string | undefined
  /** Takes the place of the step's picture. */
  picture?: string | undefined
}

/** Fetches a scenario. Throws where there is none. */
export async function fetchScenario(url: string): Promise<ScenarioAnswer> {
  const response = await fetch(url)
  const body: unknown = response.ok ? await response.json() : undefined
  if (isAnswer(body)) return body
  throw new Error(`${url} answered ${response.status}`)
}

/** The site's own server sends nothing else than what `drawScenario` makes; an error page of a proxy has none of it. */
function isAnswer(body: unknown): body is ScenarioAnswer {
  return typeof body === 'object' && body !== null && 'scenario' in body && 'words' in body
}
