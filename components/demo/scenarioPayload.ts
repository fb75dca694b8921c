/** Texts as data, pictures as server-rendered markup. */
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
  /** With the step's choices as its controls. */
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
  /** The step's picture once this is chosen, with the answer in it. */
  picture: string
}

/** Fetches a scenario; throws on any other response. */
export async function fetchScenario(url: string): Promise<ScenarioPayload> {
  const response = await fetch(url)
  const body: unknown = response.ok ? await response.json() : undefined
  if (isAnswer(body)) return body.scenario
  throw new Error(`${url} answered ${response.status}`)
}

/** The site's server sends only what `drawScenario` builds; a proxy's error page has none of it. */
function isAnswer(body: unknown): body is {scenario: ScenarioPayload} {
  return typeof body === 'object' && body !== null && 'scenario' in body
}
