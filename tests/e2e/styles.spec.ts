import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from '@playwright/test'
import {root} from '../../scripts/product/paths.ts'
import {pages} from '../support/siteUrls.ts'
import {testProduct} from '../support/testProduct.ts'

/** Next's own stylesheets, which give each page the styles of everything that any page can show. */
function nextSheets(): string[] {
  const file = join(root, testProduct.siteBuildDir, 'light-styles.json')
  const {replaced}: {replaced: string[]} = JSON.parse(readFileSync(file, 'utf8'))
  return replaced
}

/** Shows the current page with other stylesheets and returns what then looks different. */
async function differences(urls: string[]): Promise<string[]> {
  interface Rule {
    /** With the groups that it stands in. */
    text: string
    style: CSSStyleDeclaration
    selector: string
    pseudo: string
  }
  const rulesOf = (rules: CSSRuleList, within = ''): Rule[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule)
        return rule.selectorText.split(/,(?![^(]*\))/).map((selectorText) => ({
          text: within + rule.cssText,
          style: rule.style,
          selector: selectorText.replace(/::[\w-]+|:(hover|focus-visible|focus-within|focus|popover-open)\b/g, ''),
          pseudo: /::[\w-]+/.exec(selectorText)?.[0] ?? '',
        }))
      return rule instanceof CSSGroupingRule ? rulesOf(rule.cssRules, `${within}${rule.cssText.split('{')[0]}`) : []
    })
  const shown = (selector: string) => {
    try {
      return [...document.querySelectorAll(selector || '*')]
    } catch {
      return []
    }
  }
  const own = [...document.styleSheets]
  const others = await Promise.all(
    urls.map(async (url) => new CSSStyleSheet().replace(await (await fetch(url)).text())),
  )
  const ofPage = own.flatMap(({cssRules}) => rulesOf(cssRules))
  const texts = new Set(ofPage.map(({text}) => text))
  const missing = others
    .flatMap(({cssRules}) => rulesOf(cssRules))
    .filter(({text, selector}) => !texts.has(text) && shown(selector).length > 0)
    .map(({text}) => `missing: ${text}`)

  const rules = ofPage.flatMap(({style, selector, pseudo}) => {
    const elements = shown(selector)
    return elements.length > 0 ? [{elements, pseudo, properties: [...style]}] : []
  })
  const look = () =>
    rules.flatMap(({elements, pseudo, properties}) =>
      elements.flatMap((element) => {
        const computed = getComputedStyle(element, pseudo || null)
        const name = `${element.tagName} ${element.className}${pseudo}`
        return properties.map((property) => `${name} ${property}: ${computed.getPropertyValue(property)}`)
      }),
    )
  const before = look()
  for (const sheet of own) sheet.disabled = true
  document.adoptedStyleSheets = others
  const after = look()
  const changed = before.flatMap((line, index) => (line === after[index] ? [] : [`${line}, otherwise ${after[index]}`]))
  return [...missing, ...new Set(changed)].slice(0, 5)
}

for (const {locale, width} of [
  {locale: 'zh', width: 390},
  {locale: 'en', width: 1440},
]) {
  test(`all pages in ${locale} look with their own stylesheets as with all of the build's, at ${width} pixels`, {
    tag: '@long',
  }, async ({page}) => {
    test.setTimeout(180_000)
    await page.setViewportSize({width, height: 900})
    await page.emulateMedia({reducedMotion: 'reduce'})
    const all = nextSheets()
    for (const {path} of pages.filter((other) => other.locale === locale)) {
      await page.goto(path)
      expect(await page.evaluate(() => document.styleSheets.length), path).toBeLessThanOrEqual(2)
      expect(await page.evaluate(differences, all), path).toEqual([])
    }
  })
}

test('the demo has the styles of the pictures that the walkthrough fetches', async ({request}) => {
  for (const path of ['/h5/demo', '/h5/en/demo']) {
    const html = await (await request.get(path)).text()
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, url]) => url ?? '')
    const own = (await Promise.all(sheets.map(async (url) => (await request.get(url)).text()))).join('')
    const all = (await Promise.all(nextSheets().map(async (url) => (await request.get(url)).text()))).join('')
    const payloads = [...html.matchAll(/&quot;payload&quot;:&quot;([^&#]+)/g)].map(([, url]) => url ?? '')
    expect(payloads.length).toBeGreaterThan(3)
    const pictures = await Promise.all(payloads.map(async (url) => (await request.get(url)).text()))
    const classes = new Set(pictures.join('').match(/[\w-]{6,}_[A-Za-z]\w*/g))
    expect(classes.size).toBeGreaterThan(20)
    expect([...classes].filter((name) => all.includes(`.${name}`) && !own.includes(`.${name}`))).toEqual([])
  }
})
