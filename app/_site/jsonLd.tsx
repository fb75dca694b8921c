import type {BreadcrumbList, FAQPage, Graph, Organization, SoftwareApplication, Thing, WebSite} from 'schema-dts'
import {hasPage} from '@/components/navigation/Link'
import {nameOfPage} from '@/components/site/Breadcrumb'
import {translator} from '@/i18n/translator'
import {type Locale, languageTags} from '@/lib/locales'
import {isPlaceholder} from '@/lib/placeholders'
import type {Route} from '@/lib/routes'
import {absoluteFile, absoluteUrl, markPath} from '@/lib/urls'
import {faqShape} from '@/sanity/blocks/faq/projection'
import {moduleMapShape} from '@/sanity/blocks/moduleMap/projection'
import type {PageData, SiteData} from '@/sanity/presentContent'

interface StructuredPage {
  page: PageData
  site: SiteData
  locale: Locale
  siteUrl: string
}

/** A page's structured data (schema.org). Missing facts are left out. */
export function jsonLd(input: StructuredPage): Graph {
  const parts: (Thing | undefined)[] = [
    organization(input),
    webSite(input),
    breadcrumb(input),
    software(input),
    faq(input),
  ]
  return {'@context': 'https://schema.org', '@graph': parts.filter((part) => part !== undefined)}
}

const organizationId = (siteUrl: string) => `${absoluteUrl(siteUrl, 'zh', '/')}#organization`

/** The fact, or undefined while a placeholder stands for it. */
function known(text: string | null | undefined): string | undefined {
  return text && !isPlaceholder(text) ? text : undefined
}

/** Whose site it is, in short: only some pages describe the organization, and each graph must stand alone. */
function publisher({site: {settings}, locale, siteUrl}: StructuredPage) {
  if (!settings) return undefined
  return {
    '@type': 'Organization',
    '@id': organizationId(siteUrl),
    name: known(settings.organization) ?? settings.siteName,
    url: absoluteUrl(siteUrl, locale, '/'),
  } satisfies Organization
}

function organization(input: StructuredPage): Organization | undefined {
  const {page, site, siteUrl} = input
  const {settings} = site
  const whole = publisher(input)
  if (!settings || !whole || !(['/', '/about', '/contact'] satisfies Route[]).some((route) => route === page.route))
    return undefined
  return {
    ...whole,
    description: known(settings.tagline),
    logo: absoluteFile(siteUrl, markPath('site')),
    address: known(settings.address),
    telephone: known(settings.phone),
    email: known(settings.mail),
  }
}

function webSite(input: StructuredPage): WebSite | undefined {
  const {page, site, locale, siteUrl} = input
  const {settings} = site
  if (!settings || page.route !== '/') return undefined
  return {
    '@type': 'WebSite',
    name: settings.siteName,
    url: absoluteUrl(siteUrl, locale, '/'),
    inLanguage: languageTags[locale],
    publisher: publisher(input),
  }
}

function breadcrumb({page, locale, siteUrl}: StructuredPage): BreadcrumbList | undefined {
  if (page.route === '/') return undefined
  const {product} = page
  const isAbove = product && product.route !== page.route && hasPage(product.route)
  const above = isAbove ? [{name: product.code, route: product.route}] : []
  const trail = [
    {name: translator(locale, 'site')('home'), route: '/' as const},
    ...above,
    {name: nameOfPage(page), route: page.route},
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({name, route}, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(siteUrl, locale, route),
    })),
  }
}

function software(input: StructuredPage): SoftwareApplication | undefined {
  const {page, locale, siteUrl} = input
  const {product} = page
  if (!product || product.route !== page.route) return undefined
  const map = page.blocks?.map((block) => moduleMapShape.safeParse(block)).find(({success}) => success)?.data
  return {
    '@type': 'SoftwareApplication',
    name: product.code,
    alternateName: product.name,
    description: product.summary,
    url: absoluteUrl(siteUrl, locale, page.route),
    applicationCategory: 'BusinessApplication',
    featureList: map?.product.modules.map(({name}) => name),
    inLanguage: languageTags[locale],
    publisher: publisher(input),
  }
}

function faq({page, locale, siteUrl}: StructuredPage): FAQPage | undefined {
  const questions = page.blocks?.flatMap((block) => {
    const read = faqShape.safeParse(block)
    return block._type === 'faq' && read.success ? read.data.items.filter(({answer}) => known(answer)) : []
  })
  if (!questions?.length) return undefined
  return {
    '@type': 'FAQPage',
    url: absoluteUrl(siteUrl, locale, page.route),
    inLanguage: languageTags[locale],
    mainEntity: questions.map(({question, answer}) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: {'@type': 'Answer', text: answer},
    })),
  }
}

/** A `<script>` of structured data, which browsers do not run. */
export function JsonLdScript({data}: {data: Graph}) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes; every < is escaped
    <script type="application/ld+json" dangerouslySetInnerHTML={{__html: serializeForScript(data)}} />
  )
}

/** JSON that is safe within a script element: no `</script>` and no comment can begin in it. */
export function serializeForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
