import {expect, type Locator, type Page} from '@playwright/test'
import type {Locale} from '../../lib/locales.ts'
import {sitePath} from '../../lib/urls.ts'
import {readSeed, type SeedDocument} from './readSeed.ts'

type Text = Record<Locale, string>

interface SeedChoice {
  label: Text
  outcome: 'accepted' | 'refused'
  answer: Text
  reason?: Text
}

export interface SeedScenario extends SeedDocument {
  anchor: string
  order: number
  title: Text
  steps: SeedStep[]
}

interface SeedStep {
  heading: Text
  text: Text
  state: Text
  question?: Text
  choices?: SeedChoice[]
}

const isScenario = (document: SeedDocument): document is SeedScenario => document._type === 'scenario'

/** Scenarios of the seed, in page order. */
export const seedScenarios = readSeed()
  .filter(isScenario)
  .sort((a, b) => a.order - b.order)

/** URL fragments of the walkthrough's steps. */
export const stepFragments = new Set(
  seedScenarios.flatMap(({anchor, steps}) => steps.map((_step, index) => `#${anchor}-${index + 1}`)),
)

/** Page object of the demo's walkthrough. */
export class DemoStage {
  readonly page: Page
  readonly stage: Locator
  readonly heading: Locator
  readonly stamp: Locator
  /** The step's picture, within which the visitor chooses. */
  readonly screen: Locator
  readonly answer: Locator
  /** The announcement of an answer to screen readers. */
  readonly spoken: Locator

  constructor(page: Page) {
    this.page = page
    this.stage = page.getByRole('region', {name: /^(演示|Demo)$/})
    this.heading = this.stage.getByRole('heading', {level: 2})
    this.screen = this.stage.getByRole('figure')
    this.stamp = this.stage.locator('p > b[data-tone]').first()
    this.spoken = this.stage.getByRole('status').last()
    this.answer = this.screen.locator('div[data-outcome]')
  }

  /** Opens the page at a fragment and begins to walk. */
  async open(locale: Locale, hash = ''): Promise<void> {
    await this.page.goto(`${sitePath(locale, '/demo')}${hash}`)
    await this.begin()
  }

  /** Moves the focus into the first screen, if that is shown: by this a visitor begins to walk. */
  async touch(): Promise<void> {
    await this.page.locator('[data-before="stage"] a').evaluateAll(([link]) => {
      if (!(link instanceof HTMLElement)) return
      link.focus()
      link.blur()
    })
  }

  /** Begins to walk, and waits until the walkthrough is there. */
  async begin(): Promise<void> {
    await expect(async () => {
      await this.touch()
      await expect(this.page.locator('[data-before]')).toHaveCount(0, {timeout: 1000})
    }).toPass()
    await this.expectWalkthrough()
  }

  /** Waits until the walkthrough has replaced the server's markup. */
  async expectWalkthrough(): Promise<void> {
    await expect(this.page.locator('[data-before]')).toHaveCount(0)
    await expect(this.heading).toBeVisible()
  }

  /** Expects a step by its heading, whatever its position is. */
  async expectStep(heading: string): Promise<void> {
    await expect(this.heading).toContainText(heading)
  }

  choice(label: string): Locator {
    return this.screen.getByRole('button', {name: label, exact: true})
  }

  accepted(step: SeedStep | undefined): SeedChoice | undefined {
    return step?.choices?.find(({outcome}) => outcome === 'accepted')
  }

  /** Makes an accepted choice where the step asks for one. */
  async accept(step: SeedStep | undefined, locale: Locale): Promise<void> {
    const choice = this.accepted(step)
    if (choice) await this.choice(choice.label[locale]).click()
  }

  /** Clicks next while a decision is open; Playwright takes the link for disabled. */
  async askForNext(locale: Locale): Promise<void> {
    await this.link(locale === 'zh' ? /^下一步/ : /^Next/).click({force: true})
  }

  link(name: string | RegExp): Locator {
    return this.stage.getByRole('link', {name})
  }
}
