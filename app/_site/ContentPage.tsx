import {stegaClean} from '@sanity/client/stega'
import type {Metadata} from 'next'
import {createDataAttribute} from 'next-sanity'
import type {ComponentType} from 'react'
import type {DraftEditing, PageParts} from '@/components/blocks/context'
import {Notice, Notices} from '@/components/notices/Notices'
import {PageView} from '@/components/PageView'
import {translator} from '@/i18n/translator'
import {shareImageSize} from '@/lib/constants'
import {headTitle} from '@/lib/headTitle'
import type {Locale} from '@/lib/locales'
import {productOf, type Route} from '@/lib/routes'
import {
  absoluteFile,
  absoluteUrl,
  languageAlternates,
  type Mark,
  markdownPath,
  markPath,
  payloadPath,
  shareImagePath,
  siteImageUrl,
  withBasePath,
} from '@/lib/urls'
import {currentPreview, source} from '@/sanity/client'
import {loadPage} from '@/sanity/content'
import {photoRect, shareRatio} from '@/sanity/photoRect'
import {localize, type PageData, type SiteData} from '@/sanity/presentContent'
import {croppedShape} from '@/sanity/projections/photo'
import {DraftBlocks} from './DraftTools'
import {InvalidValuesCard} from './InvalidValuesCard'
import {JsonLdScript, jsonLd} from './jsonLd'
import {PageModeMark} from './SiteDocument'

interface LeadProps {
  page: PageData
  site: SiteData
  locale: Locale
  /** The version of the page's content. */
  version: string
}

interface ContentPageProps {
  locale: Locale
  route: Route
  /** Content between the page's header and its blocks. */
  Lead?: ComponentType<LeadProps>
  parts?: PageParts
}

/** Loads and localizes a page and renders it, with its structured data. */
export async function ContentPage({locale, route, Lead, parts}: ContentPageProps) {
  const loaded = await loadPage(route)
  const page = localize(loaded.page, locale)
  const site = localize(loaded.site, locale)
  const words = translator(locale, 'notices')
  const preview = await currentPreview()
  return (
    <>
      <PageModeMark />
      <FirstImage mark={productOf(route) ?? 'site'} />
      {preview?.by === 'editor' && loaded.invalidValues?.length ? (
        <InvalidValuesCard invalidValues={loaded.invalidValues} locale={locale} />
      ) : null}
      <PageView
        page={page}
        site={site}
        locale={locale}
        parts={parts}
        edit={preview?.by === 'editor' ? draftEditingOf(loaded.page) : undefined}
        lead={Lead && <Lead page={page} site={site} locale={locale} version={loaded.version} />}
      />
      {/* An editor's page refreshes on every keystroke, and a guest's is not what this compares. */}
      {!preview && (
        <Notices
          about="freshness"
          data-payload={withBasePath(payloadPath(locale, route))}
          data-version={loaded.version}
        >
          <Notice name="changed" text={words('changed')} button={words('show')} busy={words('updating')} />
          <Notice name="failed" text={words('failed')} button={words('retry')} />
        </Notices>
      )}
      <JsonLdScript data={jsonLd({...stegaClean({page, site}), locale, siteUrl: source.siteUrl})} />
    </>
  )
}

function draftEditingOf({_id}: Pick<PageData, '_id'>): DraftEditing {
  const attribute = createDataAttribute({baseUrl: source.studioUrl, id: _id, type: 'page'})
  return {attribute, Blocks: DraftBlocks}
}

const openGraphLocale = {zh: 'zh_CN', en: 'en_GB'} as const satisfies Record<Locale, string>

/** A page's metadata, without stega: invisible characters belong in visible text only. */
export async function pageMetadata(locale: Locale, route: Route): Promise<Metadata> {
  const loaded = stegaClean(await loadPage(route))
  const page = localize(loaded.page, locale)
  const siteName = localize(loaded.site, locale).settings?.siteName
  const title = page.seo?.title ?? headTitle(page.title, siteName, locale)
  const description = page.seo?.description ?? page.description
  const url = absoluteUrl(source.siteUrl, locale, route)
  const preview = await currentPreview()
  return {
    title,
    description,
    alternates: {
      canonical: url,
      languages: languageAlternates(source.siteUrl, route),
      types: {'text/markdown': absoluteFile(source.siteUrl, markdownPath(locale, route))},
    },
    robots: page.seo?.noindex || preview ? {index: false, follow: true} : undefined,
    openGraph: {
      type: 'website',
      title: page.seo?.title ?? page.title,
      description,
      url,
      siteName,
      locale: openGraphLocale[locale],
      images: [sharingImage(page, locale, loaded.version)],
    },
    other: {'content-version': loaded.version},
  }
}

/** The editor's image, cropped, or one rendered from the page. Versioned URL: chats cache images for good. */
function sharingImage({seo, route, title}: PageData, locale: Locale, version: string) {
  const image = seo?.image
  if (image?.asset?.url) {
    const cropped = croppedShape.safeParse(image)
    const part = cropped.success ? photoRect(cropped.data, shareRatio) : undefined
    return {url: siteImageUrl(source.siteUrl, image.asset.url, 1200, part), alt: image.alt ?? undefined}
  }
  const url = `${absoluteFile(source.siteUrl, shareImagePath(locale, route))}?v=${version}`
  return {url, ...shareImageSize, type: 'image/png', alt: title}
}

/** WeChat shows a document's first image beside a shared link. Hidden from visitors; two kilobytes. */
function FirstImage({mark}: {mark: Mark}) {
  // biome-ignore lint/performance/noImgElement: never shown, and WeChat has to find the file itself
  return <img src={withBasePath(markPath(mark))} width={400} height={400} alt="" hidden fetchPriority="low" />
}
