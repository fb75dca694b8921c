import type {Page} from '@playwright/test'
import axe from 'axe-core'

/** WCAG 2.2 A and AA, and good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Injects axe into the current page. */
export async function addAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source)
}

/** Injects axe into every page loaded from now on, which is faster for many. */
export async function addAxeAhead(page: Page): Promise<void> {
  await page.addInitScript({content: axe.source})
}

/** Returns axe's violations on the current page. */
export async function violations(page: Page): Promise<string[]> {
  const runOnly: axe.RunOnly = {type: 'tag', values: tags}
  return page.evaluate(
    async (options) => {
      const {violations: found} = await axe.run(document, options)
      return found.flatMap(({id, nodes}) =>
        nodes.map(({target, html}) => `${id} at ${target.join(' ')}: ${html.slice(0, 120)}`),
      )
    },
    // No rule of these needs the stylesheets, which axe would otherwise fetch and parse again.
    {runOnly, resultTypes: ['violations' as const], elementRef: false, preload: {assets: ['media']}},
  )
}
