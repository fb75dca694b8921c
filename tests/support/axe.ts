import type {Page} from '@playwright/test'
import axe from 'axe-core'

/** WCAG 2.2 A and AA, and good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Brings axe into the page that has just been loaded. */
export async function addAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source)
}

/** Brings axe into every page that is yet to be loaded, which is quicker for many. */
export async function addAxeAhead(page: Page): Promise<void> {
  await page.addInitScript({content: axe.source})
}

/** What axe finds wrong with the page as it stands; with all rules, or only one. */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  const runOnly: axe.RunOnly = rule ? {type: 'rule', values: [rule]} : {type: 'tag', values: tags}
  return page.evaluate(
    async (options) => {
      const {violations: found} = await axe.run(document, options)
      return found.flatMap(({id, nodes}) =>
        nodes.map(({target, html}) => `${id} at ${target.join(' ')}: ${html.slice(0, 120)}`),
      )
    },
    {runOnly, resultTypes: ['violations' as const], elementRef: false},
  )
}
