/** Finds sections by words: Chinese by any part of a text, other words by their beginning. Runs in the browser. */
import {siteWords} from './siteWords.ts'

export interface SearchPage {
  /** From the root of the host. */
  path: string
  /** `Test orders`; of a product's own page `LIMS · Laboratory information management`. */
  name: string
  /** Code of the product that the page's module belongs to. */
  product?: string
  sections: SearchSection[]
}

/** The id to link to, empty for the top of the page; the heading, there the page's title; lines. */
export type SearchSection = [id: string, heading: string, ...lines: string[]]

export interface Finding {
  /** Path and id. */
  href: string
  /** `LIMS · Test orders`. */
  page: string
  heading: string
  /** The line that matches best; empty if heading or page name alone match. */
  line: string
  score: number
}

/** Most sections of one page among the findings: others would not be seen for it. */
const mostOfPage = 3
/** Most findings that are shown. */
export const mostShown = 20
/** Words of a query that count, and pairs of a question that are looked at one by one: each takes a look at the whole index. */
const mostWords = 30
/** Words that make a question and say nothing of its subject; Chinese in pairs of characters. */
const questionWords = new Set(
  (
    'a an and any are be can did do does for from get has have how i in is it its many much my of on or our that the there this ' +
    'to we what when where which who why will with you your 多少 少钱 怎么 么样 么办 么做 么用 能不 能否 什么 如何 是否 哪些 哪个 为什 可以 有没 没有 是什 你们 我们 请问'
  ).split(' '),
)

/** Letters that the end of a word may differ in, as in `reporting` and `reports`, and that its beginning must have. */
const ending = 3
const beginning = 5

/**
 * Returns the sections that have all words of a query, the best first: names of pages count most, then their addresses,
 * then headings, then lines, short ones more than long ones. A Latin word that is nowhere is taken by its beginning.
 * Where no section has all of a Chinese word, its pairs of characters will do; where none has all of these, as with a
 * question, the words of asking are left out, and then the commonest until there is one. One more than `mostShown` at most,
 * which tells that there are others.
 */
export function findSections(pages: readonly SearchPage[], query: string): Finding[] {
  const terms = termsOf(query).map((term) => beginningsOf(term).find((part) => isAnywhere(pages, part)) ?? term)
  const found = rank(pages, terms)
  if (found.length > 0) return found
  const pairs = terms.flatMap(pairsOf)
  const inPairs = rank(pages, pairs)
  return inPairs.length > 0
    ? inPairs
    : rankRarest(
        pages,
        pairs.filter((term) => !questionWords.has(term)),
      )
}

function rankRarest(pages: readonly SearchPage[], terms: readonly string[]): Finding[] {
  const uses = (term: string) =>
    pages.reduce((sum, page) => sum + page.sections.filter((section) => matchOf(page, section, true, [term])).length, 0)
  const rarestFirst = terms
    .slice(0, mostWords)
    .map((term): [term: string, uses: number] => [term, uses(term)])
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => one - other)
    .map(([term]) => term)
  for (let length = rarestFirst.length; length > 0; length -= 1) {
    const found = rank(pages, rarestFirst.slice(0, length))
    if (found.length > 0) return found
  }
  return []
}

function rank(pages: readonly SearchPage[], terms: readonly string[]): Finding[] {
  if (terms.length === 0) return []
  const byScore = (one: Finding, other: Finding) => other.score - one.score
  return pages
    .flatMap((page) =>
      page.sections
        .flatMap((section, index) => matchOf(page, section, index === 0, terms) ?? [])
        .sort(byScore)
        .slice(0, mostOfPage),
    )
    .sort(byScore)
    .slice(0, mostShown + 1)
}

function isAnywhere(pages: readonly SearchPage[], term: string): boolean {
  const has = (text: string) => positionsOf(text, term).length > 0
  return pages.some(
    (page) => has(`${addressOf(page)} ${titleOf(page)}`) || page.sections.some((section) => section.some(has)),
  )
}

/** `LIMS · Test orders`. */
const titleOf = ({product, name}: SearchPage) => (product ? `${product} · ${name}` : name)

/** `/h5/en/evmsPages/vehicleInformation` → `vehicle Information`: names that no text of the page may have. */
const addressOf = ({path}: SearchPage) => (/[a-z]{3,}$/i.exec(path)?.[0] ?? '').replace(/(?=[A-Z])/g, ' ')

function matchOf(
  page: SearchPage,
  section: SearchSection,
  isTop: boolean,
  terms: readonly string[],
): Finding | undefined {
  const [id, heading, ...lines] = section
  let score = 0
  let isOwn = isTop
  const best = lines.map(() => 0)
  for (const term of terms) {
    const inTitle = Math.min(1, scoreOf(titleOf(page), term))
    const inName = isTop
      ? Math.max(60 * scoreOf(page.name, term), 40 * scoreOf(addressOf(page), term), inTitle)
      : inTitle
    const inHeading = 30 * scoreOf(heading, term)
    const inLines = lines.map((line) => 10 * scoreOf(line, term))
    const top = Math.max(inName, inHeading, ...inLines)
    if (top === 0) return undefined
    if (top > 1) isOwn = true
    score += top
    inLines.forEach((value, index) => {
      best[index] = (best[index] ?? 0) + value
    })
  }
  // Otherwise every section of a page would match by the page's name.
  if (!isOwn) return undefined
  const highest = Math.max(0, ...best)
  const line = highest > 0 ? lines[best.indexOf(highest)] : undefined
  return {
    href: id ? `${page.path}#${id}` : page.path,
    page: titleOf(page),
    heading,
    line: line ?? '',
    score,
  }
}

/** From 0, not there, to 2, the whole text. */
function scoreOf(text: string, term: string): number {
  const [at] = positionsOf(text, term)
  if (at === undefined) return 0
  return 1 + term.length / text.length
}

/** Where the words of a query stand in a text, in order and without overlaps; those of asking only if there are no others. */
export function marksOf(text: string, query: string): [from: number, to: number][] {
  const terms = termsOf(query)
  const telling = terms.filter((term) => !questionWords.has(term))
  const whole = (telling.length > 0 ? telling : terms).map(
    (term) => beginningsOf(term).find((part) => positionsOf(text, part).length > 0) ?? term,
  )
  const present = whole.some((term) => positionsOf(text, term).length > 0)
  const ranges = (present ? whole : whole.flatMap(pairsOf))
    .flatMap((term) => positionsOf(text, term).map((at): [number, number] => [at, at + term.length]))
    .sort(([one], [other]) => one - other)
  const marks: [number, number][] = []
  for (const [from, to] of ranges) {
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}

const han = /[\u3400-\u9fff\uf900-\ufaff]/
const wordCharacter = /[\p{L}\p{N}]/u

function positionsOf(text: string, term: string): number[] {
  const folded = fold(text)
  const anywhere = han.test(term)
  const positions: number[] = []
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
    const before = folded[at - 1] ?? ''
    if (anywhere || han.test(before) || !wordCharacter.test(before)) positions.push(at)
  }
  return positions
}

/**
 * `LIMS委托 17025` → `lims`, `委托`, `17025`; what the pages call otherwise, in their words: `报价` → `价格`; an English
 * plural without its ending, which finds both: `samples` → `sample`.
 */
function termsOf(query: string): string[] {
  const terms = wordsOf(fold(query)).flatMap(inSiteWords)
  const singular = terms.map((term) => (/^[a-z]{4,}[^isu]s$/.test(term) ? term.slice(0, -1) : term))
  return [...new Set(singular)].slice(0, mostWords)
}

const wordsOf = (text: string): string[] =>
  text.match(/[\u3400-\u9fff\uf900-\ufaff]+|(?:(?![\u3400-\u9fff\uf900-\ufaff])[\p{L}\p{N}])+/gu) ?? []

function inSiteWords(word: string): string[] {
  const whole = siteWords.get(word)
  if (whole !== undefined) return wordsOf(whole)
  // Chinese puts no space around a word.
  for (const [other, words] of siteWords) {
    const at = han.test(other) ? word.indexOf(other) : -1
    if (at >= 0) return [word.slice(0, at), words, word.slice(at + other.length)].filter(Boolean).flatMap(wordsOf)
  }
  return [word]
}

/** A Latin word and its beginnings, the longest first. */
function beginningsOf(term: string): string[] {
  const most = han.test(term) ? 0 : Math.max(0, Math.min(ending, term.length - beginning))
  return Array.from({length: most + 1}, (_, left) => term.slice(0, term.length - left))
}

/** `设备校准` → `设备`, `备校`, `校准` would ask for too much: every second pair, and the last. */
function pairsOf(term: string): string[] {
  if (!han.test(term) || term.length < 4) return [term]
  const starts = Array.from({length: Math.floor(term.length / 2)}, (_, index) => index * 2)
  return [...new Set([...starts, term.length - 2])].map((at) => term.slice(at, at + 2))
}

/** Lower case, and half width where Chinese keyboards write Latin letters wide. Keeps every position. */
function fold(text: string): string {
  const narrow = text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
  const lower = narrow.toLowerCase()
  return lower.length === narrow.length ? lower : narrow
}
