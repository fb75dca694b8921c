/** Lists of classes of CSS modules: a page needs a rule if it has all classes of one of them. */
export type Needs = string[][]

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
  /** Classes that an element must have for each further set of rules to apply: one of these lists, whole. */
  sets: readonly Needs[]
  /** URL of a page's own rules by the numbers of the sets that it needs. */
  own: Readonly<Record<string, string>>
  /** URL of all further rules, for pages that need others than any page of the build. */
  all: string
}

/** The name of the file in the build's folder that holds them. */
export const lightStylesFile = 'light-styles.json'

const link = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g
const anyLink = /<link\b[^>]*\brel="stylesheet"/g

/** The URLs of a page's stylesheets, in order. */
export const sheetsOf = (html: string) => [...html.matchAll(link)].flatMap(([, url]) => (url ? [url] : []))

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
export function neededSets(html: string, sets: readonly Needs[]): number[] {
  const words = new Set(html.match(/[\w-]+/g))
  return sets.flatMap((needs, number) =>
    needs.some((classes) => classes.every((name) => words.has(name))) ? [number] : [],
  )
}
