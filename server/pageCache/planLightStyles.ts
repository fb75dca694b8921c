/** Divides the stylesheets of a build for its light pages, by what each page needs of them (`lightStyles.ts`). */
import {createHash} from 'node:crypto'
import postcss, {type ChildNode} from 'postcss'
import parseSelectors, {type Selector} from 'postcss-selector-parser'
import {type LightStyles, type Needs, neededSets, sheetsOf} from './lightStyles.ts'

/**
 * Rules that this share of all pages needs are common. With more of them every page costs more; with fewer, each
 * further page of a visit.
 */
const commonFrom = 2 / 3

interface CssRule {
  /** The rule, or an at-rule that is no group of rules. */
  text: string
  /** The groups that it stands in, such as `@media print`, outermost first. */
  groups: readonly string[]
  /** With a list without classes it is needed everywhere. */
  needs: Needs
}

/**
 * A class of a CSS module, as the build names it (hash and name), or of the error card, which no script of a light page
 * shows. Other classes may be set by a script.
 */
const moduleClass = /^(?:[\w-]{6,}_[A-Za-z]\w*|error-\w+)$/
const groupRules = new Set(['media', 'supports', 'container'])

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
  const write = (isPart: (needs: Needs) => boolean) => {
    const css = writeRules(all.filter(({needs}) => isPart(needs)))
    const name = createHash('sha256').update(css).digest('base64url').slice(0, 12)
    const url = `${replaced[0]?.replace(/\/_next\/static\/.*/, '')}/_next/static/styles/${name}.css`
    files.set(url, css)
    return url
  }
  const writeSets = (some: readonly Needs[]) => {
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

/** Parses a stylesheet. Rules that need no class are needed everywhere. */
export function parseRules(css: string): CssRule[] {
  const rules = rulesOf(postcss.parse(css).nodes, [])
  return rules.map((rule) => withUsers(rule, rules))
}

function rulesOf(nodes: readonly ChildNode[], groups: readonly string[]): CssRule[] {
  return nodes.flatMap((node) => {
    const text = node.toString()
    if (node.type === 'rule')
      return [{text, groups, needs: distinct(parseSelectors().astSync(node.selector).nodes.flatMap(needsOf))}]
    if (node.type !== 'atrule') return []
    if (!node.nodes) return [{text: `${text};`, groups, needs: [[]]}]
    if (!groupRules.has(node.name)) return [{text, groups, needs: [[]]}]
    return rulesOf(node.nodes, [...groups, text.slice(0, text.indexOf('{'))])
  })
}

/** Writes rules as a stylesheet. */
export function writeRules(rules: readonly CssRule[]): string {
  let open: readonly string[] = []
  let css = ''
  for (const {text, groups} of rules) {
    const differing = groups.findIndex((group, depth) => group !== open[depth])
    const shared = differing < 0 ? groups.length : differing
    const opened = groups.slice(shared).map((group) => `${group}{`)
    css += '}'.repeat(open.length - shared) + opened.join('')
    open = groups
    css += text
  }
  return css + '}'.repeat(open.length)
}

/** An animation of a CSS module is needed where a rule names it. */
function withUsers(rule: CssRule, rules: readonly CssRule[]): CssRule {
  const [, name] = /^@keyframes ([^{]+)\{/.exec(rule.text) ?? []
  if (!name || !moduleClass.test(name)) return rule
  const users = rules.filter((other) => other !== rule && other.text.includes(name))
  return {...rule, needs: distinct(users.flatMap(({needs}) => needs))}
}

/** The classes of CSS modules that a selector needs, for each way through its `:is()` and `:has()`. Ignores `:not()`. */
function needsOf({nodes}: Selector): Needs {
  return nodes.reduce<Needs>(
    (ways, node) => {
      const further = node.type === 'class' && moduleClass.test(node.value) ? [[node.value]] : []
      const isList = node.type === 'pseudo' && [':is', ':where', ':has'].includes(node.value)
      const own = isList ? node.nodes.flatMap(needsOf) : further
      return own.length > 0 ? ways.flatMap((way) => own.map((classes) => [...new Set([...way, ...classes])])) : ways
    },
    [[]],
  )
}

/** Without repetitions, and nothing else beside a selector that needs no class. */
function distinct(needs: Needs): Needs {
  if (needs.some(({length}) => length === 0)) return [[]]
  return [...new Map(needs.map((classes) => [classes.join(), classes])).values()]
}
