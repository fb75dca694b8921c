import type {TextLine, TextSection} from '@/components/pageText/readMarkup'
import {nameOfPage} from '@/components/site/Breadcrumb'
import type {Locale} from '@/lib/locales'
import {sitePath} from '@/lib/urls'
import {withoutUnseen} from '@/sanity/health/controls'
import type {PageData} from '@/sanity/presentContent'
import {validScenarios} from '@/sanity/scenarios'
import type {SearchPage, SearchSection} from './findSections'

interface PageTexts {
  page: PageData
  sections: readonly TextSection[]
}

/**
 * In bytes of UTF-8, of which some 28 % are left when compressed: keeps script and index below 30 kB however much is
 * written. Prose that does not fit is not found.
 */
const room = 84_000

/** A text on a larger part of the pages than this, such as the label of a button, says nothing of any of them. */
const mostPages = 0.6

/**
 * Builds the search index: of each section its heading, its titles, names and questions, and the first sentence of
 * each paragraph. Headings take their room first, then titles, then sentences. Example data is left out.
 */
export function searchIndex(texts: readonly PageTexts[], locale: Locale): SearchPage[] {
  const frequent = frequentLines(texts)
  const entries = texts.flatMap(({page, sections}) =>
    sections.map((section) => ({page, section, lines: linesOf(section, page, frequent)})),
  )
  // Headings are held in any case.
  let left = entries.reduce(
    (rest, {page, section}) => rest - sizeOf(`${page.route}${section.id}${headingOf(section, page)}`),
    room,
  )
  const take = (text: string) => {
    const size = sizeOf(text)
    // A shorter text may still fit.
    if (size > left) return false
    left -= size
    return true
  }
  const taken = new Set<IndexedLine>()
  for (const kind of ['title', 'prose'] as const) {
    // Takes the first line of each section, then the second, and so on: no page crowds out another one.
    const lists = entries.map(({lines}) => lines.filter((line) => line.kind === kind))
    const turns = Math.max(0, ...lists.map(({length}) => length))
    for (let turn = 0; turn < turns; turn += 1) {
      for (const {[turn]: line} of lists) if (line && take(line.text)) taken.add(line)
    }
  }
  return texts.map(({page}) => {
    const scenarios = new Set(validScenarios(page).map(({anchor}) => anchor))
    return {
      path: sitePath(locale, page.route),
      ...nameOf(page),
      sections: entries
        .filter((entry) => entry.page === page)
        .map(({section, lines}): SearchSection => {
          const kept = lines.filter((line) => taken.has(line)).map(({text}) => text)
          return [anchorOf(section.id ?? '', scenarios), headingOf(section, page), ...kept]
        }),
    }
  })
}

/** In bytes, with what JSON puts around a text. */
const sizeOf = (text: string) => new TextEncoder().encode(text).length + 3

type IndexedLine = Pick<TextLine, 'kind' | 'text'>

function linesOf(section: TextSection, page: PageData, frequent: ReadonlySet<string>): IndexedLine[] {
  // Buttons say where they lead, and nothing of this page.
  const left = new Set([
    headingOf(section, page),
    page.product?.code,
    ...(section.id ? [] : (page.actions ?? []).map(({label}) => label)),
  ])
  const found = new Map<string, IndexedLine>()
  for (const {kind, text} of section.lines) {
    if (kind === 'sample' || left.has(text) || frequent.has(text)) continue
    const shown = kind === 'prose' ? firstSentence(text) : text
    if (!found.has(shown)) found.set(shown, {kind, text: shown})
  }
  return [...found.values()]
}

function frequentLines(texts: readonly PageTexts[]): ReadonlySet<string> {
  const pages = new Map<string, number>()
  for (const {sections} of texts) {
    const lines = new Set(sections.flatMap((section) => section.lines.map(({text}) => text)))
    for (const text of lines) pages.set(text, (pages.get(text) ?? 0) + 1)
  }
  return new Set([...pages].filter(([, count]) => count > Math.max(1, texts.length * mostPages)).map(([text]) => text))
}

/** At the top of a page, its title. */
const headingOf = ({id, heading}: TextSection, page: PageData) => (id ? (heading ?? '') : withoutUnseen(page.title))

/** A product's page is named after it, others of the product by themselves, so that its code finds its page first. */
function nameOf(page: PageData): Pick<SearchPage, 'name' | 'product'> {
  const {product} = page
  if (product?.route === page.route) return {name: `${product.code} · ${product.name}`}
  return {name: nameOfPage(page), ...(product && {product: product.code})}
}

/** The walkthrough has addresses of its own for the demo's scenarios and their steps. */
function anchorOf(id: string, scenarios: ReadonlySet<string>): string {
  const [, scenario = '', step = ''] = /^section-([a-z][a-z0-9]*)(-\d+)?(?:-choices)?$/.exec(id) ?? []
  return scenarios.has(scenario) ? scenario + step : id
}

function firstSentence(text: string): string {
  return /^.*?(?:[。！？；]|[.!?;](?=\s)|$)/u.exec(text)?.[0] ?? text
}
