import {readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import type {Page} from '@playwright/test'

const engine = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8')
/** Its `var` would stay within the function that runs a page's initial script. */
const source = `${engine}\nglobalThis.ace = ace`

interface Result {
  ruleId: string
  reasonId: string
  message: string
  snippet: string
  /** Such as `['VIOLATION', 'FAIL']`; `POTENTIAL` and `MANUAL` ask a person to look. */
  value: [level: string, outcome: string]
}

declare global {
  var ace: {Checker: new () => {check(node: Document, rulesets: string[]): Promise<{results: Result[]}>}}
}

/** Brings IBM's Equal Access checker into every page that is yet to be loaded. */
export async function addEqualAccessAhead(page: Page): Promise<void> {
  await page.addInitScript({content: source})
}

/** The violations that Equal Access is sure of, by WCAG 2.2 and IBM's own requirements. */
export async function equalAccessViolations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const {results} = await new ace.Checker().check(document, ['WCAG_2_2', 'IBM_Accessibility'])
    return results
      .filter(({value: [level, outcome]}) => level === 'VIOLATION' && outcome === 'FAIL')
      .map(({ruleId, message, snippet}) => `${ruleId}: ${message}: ${snippet.slice(0, 120)}`)
  })
}
