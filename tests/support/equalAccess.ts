import {readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import type {Page} from '@playwright/test'

const engine = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8')

interface Result {
  ruleId: string
  reasonId: string
  message: string
  snippet: string
  /** Such as `['VIOLATION', 'FAIL']`; `POTENTIAL` and `MANUAL` need a person's judgement. */
  value: [level: string, outcome: string]
}

declare global {
  var ace: {Checker: new () => {check(node: Document, rulesets: string[]): Promise<{results: Result[]}>}}
}

/** Injects IBM's Equal Access checker into the current page. */
export async function addEqualAccess(page: Page): Promise<void> {
  await page.evaluate(engine)
}

/** Returns the definite violations by WCAG 2.2 and IBM's own requirements. */
export async function equalAccessViolations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const {results} = await new ace.Checker().check(document, ['WCAG_2_2', 'IBM_Accessibility'])
    return results
      .filter(({value: [level, outcome]}) => level === 'VIOLATION' && outcome === 'FAIL')
      .map(({ruleId, message, snippet}) => `${ruleId}: ${message}: ${snippet.slice(0, 120)}`)
  })
}
