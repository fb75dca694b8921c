/** Reads the stylesheets of a build, to tell which of their rules a page needs. */

export interface CssRule {
  /** The rule, or an at-rule that is no group of rules. */
  text: string
  /** The groups that it stands in, such as `@media print`, outermost first. */
  groups: readonly string[]
  /** Classes of CSS modules that an element must have, for each of its selectors; without any it is needed everywhere. */
  needs: string[][]
}

/**
 * A class of a CSS module, as the build names it (hash and name), or of the error card, which no script of a light page
 * shows. Other classes may be set by a script.
 */
const moduleClass = /^(?:[\w-]{6,}_[A-Za-z]\w*|error-\w+)$/
const groupRule = /^@(?:media|supports|container)\b/

/** Parses a stylesheet as the build minifies it. What it does not understand is needed everywhere. */
export function parseRules(css: string, groups: readonly string[] = []): CssRule[] {
  const rules = statements(css).flatMap((text): CssRule[] => {
    const [prelude = ''] = text.split('{', 1)
    if (groupRule.test(prelude)) return parseRules(text.slice(prelude.length + 1, -1), [...groups, prelude])
    return [{text, groups, needs: prelude.startsWith('@') ? [[]] : selectorNeeds(prelude)}]
  })
  return groups.length > 0 ? rules : rules.map((rule) => withUsers(rule, rules))
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

function selectorNeeds(selectors: string): string[][] {
  const withoutAttributes = selectors.replace(/\[[^\]]*\]/g, '')
  return distinct(splitAt(withoutAttributes, ',').flatMap(needsOf))
}

/**
 * Returns the classes that a selector needs, in one list for each alternative of its `:is()`. Ignores `:not()` and
 * `:has()`.
 */
function needsOf(selector: string): string[][] {
  const innermost = /(:is|:where)?\(([^()]*)\)/.exec(selector)
  if (!innermost) return [classesOf(selector)]
  const [whole, isList, list = ''] = innermost
  const [before, after] = [selector.slice(0, innermost.index), selector.slice(innermost.index + whole.length)]
  return (isList ? list.split(',') : ['']).flatMap((one) => needsOf(`${before} ${one} ${after}`))
}

/** The classes of CSS modules that a selector without parentheses names. */
function classesOf(selector: string): string[] {
  const names = [...selector.matchAll(/\.((?:[\w-]|\\.)+)/g)].flatMap(([, name]) => (name ? [name] : []))
  return [...new Set(names.filter((name) => moduleClass.test(name)))]
}

/** Without repetitions, and nothing else beside a selector that needs no class. */
function distinct(needs: readonly string[][]): string[][] {
  if (needs.some(({length}) => length === 0)) return [[]]
  return [...new Map(needs.map((classes) => [classes.join(), classes])).values()]
}

/** Splits a stylesheet into its rules. */
function statements(css: string): string[] {
  const blocks = splitAt(css, '}').flatMap((text, index, all) => (index < all.length - 1 ? [`${text}}`] : [text]))
  return blocks.flatMap((block) => withoutBody(block)).filter(Boolean)
}

/** `@import` and the like end with a semicolon, before the block of the next rule. */
function withoutBody(block: string): string[] {
  const [prelude = ''] = block.split('{', 1)
  const ended = splitAt(prelude, ';')
  const rest = ended.pop() ?? ''
  return [...ended.map((text) => `${text};`), rest + block.slice(prelude.length)]
}

const closing: Record<string, string> = {'(': ')', '[': ']', '{': '}'}

/** Splits at a character that stands in no string, parentheses or block. A closing brace at the end of a block splits, too. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = []
  const open: string[] = []
  let start = 0
  let quote = ''
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '\\') index++
    else if (quote) quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else {
      if (character in closing) open.push(closing[character] ?? '')
      else if (character === open.at(-1)) open.pop()
      if (character === separator && open.length === 0) {
        parts.push(text.slice(start, index))
        start = index + 1
      }
    }
  }
  return [...parts, text.slice(start)]
}
