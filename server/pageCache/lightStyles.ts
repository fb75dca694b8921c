import {createHash} from 'node:crypto'
import {type CssRule, parseRules, writeRules} from './cssRules.ts'

/**
 * The stylesheets of light pages. Next gives each page the styles of everything that its route can show; a light page gets
 * those that most pages need, which the browser keeps, and a file of what else it needs itself.
 */
export interface LightStyles {
  /** The build that they belong to. */
  build: string
  /** URLs of Next's stylesheets, which these replace. */
  replaced: readonly string[]
  /** URL of the rules that most pages need. */
  common: string
  /** The classes that each further set of rules needs; see `CssRule`. */
  sets: readonly CssRule['needs'][]
  /** URL of a page's own rules by the numbers of the sets that it needs. */
  own: Readonly<Record<string, string>>
  /** URL of all further rules, for pages that need others than any page of the build. */
  all: string
}

/** The name of the file in the build's folder that holds them. */
export const lightStylesFile = 'light-styles.json'

/**
 * Rules that this share of all pages needs are common. With more of them every page costs more; with fewer, each
 * further page of a visit.
 */
const commonFrom = 2 / 3

const link = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g
const anyLink = /<link\b[^>]*\brel="stylesheet"/g

/** The URLs of a page's stylesheets, in order. */
const sheetsOf = (html: string) => [...html.matchAll(link)].flatMap(([, url]) => (url ? [url] : []))

/** Gives a light page its own stylesheets in place of Next's, unless it has one that is unknown. */
export function withOwnStyles(html: string, {replaced, common, sets, own, all}: LightStyles): string {
  const sheets = sheetsOf(html)
  const isKnown = sheets.every((sheet) => replaced.includes(sheet)) && sheets.length === html.match(anyLink)?.length
  if (!isKnown) return html
  const needed = neededSets(html, sets)
  const mine = needed.length > 0 ? [own[needed.join()] ?? all] : []
  const links = [common, ...mine].map((url) => `<link rel="stylesheet" href="${url}"/>`)
  return html.replace(link, () => links.splice(0).join(''))
}

/** Returns the numbers of the sets whose classes occur in a page, be it in the data of a script. */
function neededSets(html: string, sets: LightStyles['sets']): number[] {
  const words = new Set(html.match(/[\w-]+/g))
  return sets.flatMap((needs, number) =>
    needs.some((classes) => classes.every((name) => words.has(name))) ? [number] : [],
  )
}

interface Plan {
  styles: LightStyles
  /** Contents of the files by their URLs. */
  files: Map<string, string>
}

/**
 * Divides the stylesheets of all light pages of a build; `read` returns the one with a URL. Undefined if pages have them in
 * different orders: then no order suits all, and rules could win that should not.
 */
export function planLightStyles(
  build: string,
  pages: readonly string[],
  read: (url: string) => string,
): Plan | undefined {
  const replaced = inOneOrder(pages.map(sheetsOf))
  if (!replaced) return undefined
  const rulesOf = new Map<string, CssRule[]>()
  const all = replaced.flatMap((url) => parseRules(read(url)))
  for (const rule of all) {
    const key = JSON.stringify(rule.needs)
    rulesOf.set(key, [...(rulesOf.get(key) ?? []), rule])
  }
  const every = [...rulesOf.values()].map(([first]) => first?.needs ?? [])
  const uses = every.map(() => 0)
  for (const page of pages) for (const number of neededSets(page, every)) uses[number] = (uses[number] ?? 0) + 1
  const sets = every.filter((_, number) => (uses[number] ?? 0) < pages.length * commonFrom)

  const files = new Map<string, string>()
  const write = (isPart: (needs: CssRule['needs']) => boolean) => {
    const css = writeRules(all.filter(({needs}) => isPart(needs)))
    const name = createHash('sha256').update(css).digest('base64url').slice(0, 12)
    const url = `${replaced[0]?.replace(/\/_next\/static\/.*/, '')}/_next/static/styles/${name}.css`
    files.set(url, css)
    return url
  }
  const writeSets = (some: readonly CssRule['needs'][]) => {
    const keys = new Set(some.map((needs) => JSON.stringify(needs)))
    return write((needs) => keys.has(JSON.stringify(needs)))
  }
  const rare = new Set(sets.map((needs) => JSON.stringify(needs)))
  const common = write((needs) => !rare.has(JSON.stringify(needs)))
  const own: Record<string, string> = {}
  for (const page of pages) {
    const numbers = neededSets(page, sets)
    own[numbers.join()] ??= writeSets(sets.filter((_, number) => numbers.includes(number)))
  }
  return {styles: {build, replaced, common, sets, own, all: writeSets(sets)}, files}
}

/** Merges lists into one that keeps the order of each; undefined if there is none. */
function inOneOrder(lists: readonly string[][]): string[] | undefined {
  const order: string[] = []
  for (const list of [...lists].sort((one, other) => other.length - one.length)) {
    let at = 0
    for (const url of list) {
      const known = order.indexOf(url)
      if (known < 0) order.splice(at++, 0, url)
      else if (known < at) return undefined
      else at = known + 1
    }
  }
  return order
}
