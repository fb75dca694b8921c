import {nameOfPage} from '@/components/site/Breadcrumb'
import {translator} from '@/i18n/translator'
import {type Locale, locales} from '@/lib/locales'
import {areaOf} from '@/lib/routes'
import {absoluteFile, absoluteUrl, llmsPath, markdownPath} from '@/lib/urls'
import type {PageData, SiteData} from '@/sanity/presentContent'
import {pageText, type TextSource} from './pageText'
import {escapeMarkdown} from './readMarkup'

/** Lines of one list or one table stand together. */
const together = /^\s*(?:-|1\.|\|)\s|^\s{2,}/

/** A page as Markdown, with its addresses at the end. */
export function pageMarkdown(source: TextSource): string {
  const {page, locale, siteUrl} = source
  const words = translator(locale, 'text')
  const lines = pageText(source).flatMap((section) => section.lines.map(({markdown}) => markdown))
  const text = lines.map((line, index) => {
    const isNext = together.test(line) && together.test(lines[index - 1] ?? '')
    return index === 0 ? line : `${isNext ? '\n' : '\n\n'}${line}`
  })
  const others = locales
    .filter((other) => other !== locale)
    .map((other) => `- ${words('otherLanguage')}: <${absoluteFile(siteUrl, markdownPath(other, page.route))}>`)
  const ends = [
    `- ${words('thisPage')}: <${absoluteUrl(siteUrl, locale, page.route)}>`,
    ...others,
    `- ${words('allPages')}: <${absoluteFile(siteUrl, llmsPath(locale))}>`,
  ]
  return `${text.join('')}\n\n---\n\n${ends.join('\n')}\n`
}

interface ListSource {
  pages: readonly PageData[]
  site: SiteData
  locale: Locale
  siteUrl: string
}

/** The list of pages for language models, in the form of llmstxt.org: each page's Markdown and what it is about. */
export function pageList({pages, site, locale, siteUrl}: ListSource): string {
  const words = translator(locale, 'text')
  const home = pages.find(({route}) => route === '/')
  const listed = pages.filter(({seo}) => !seo?.noindex)
  const areas = Map.groupBy(listed, ({route, product}) => (areaOf(route) === 'topLevel' ? undefined : product?.code))
  const sections = [...areas].map(([code, members]) => {
    const product = members.find((page) => page.product)?.product
    const links = members.map((page) => {
      const url = absoluteFile(siteUrl, markdownPath(locale, page.route))
      return `- [${oneLine(nameOfPage(page))}](${url}): ${oneLine(page.seo?.description ?? page.description)}`
    })
    return `## ${code ? oneLine(`${code} ${product?.name ?? ''}`) : words('site')}\n\n${links.join('\n')}`
  })
  const others = locales.filter((other) => other !== locale)
  return `${[
    `# ${oneLine(site.settings?.siteName ?? home?.title ?? '')}`,
    ...(home ? [`> ${oneLine(home.description)}`] : []),
    ...sections,
    `## ${words('otherLanguage')}\n\n${others
      .map((other) => `- [${translator(locale, 'site')('otherLanguage')}](${absoluteFile(siteUrl, llmsPath(other))})`)
      .join('\n')}`,
  ].join('\n\n')}\n`
}

const oneLine = (text: string) => escapeMarkdown(text.replace(/\s+/g, ' ').trim())
