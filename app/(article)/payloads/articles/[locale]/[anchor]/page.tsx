import type {Metadata} from 'next'
import {notFound} from 'next/navigation'
import {ArticleView} from '@/components/demo/ArticleView'
import {isLocale} from '@/lib/locales'
import {absoluteUrl} from '@/lib/urls'
import {source} from '@/sanity/client'
import {loadPage, loadScenarioAnchors} from '@/sanity/content'
import {localize} from '@/sanity/presentContent'
import {hasAnchor, validScenarios} from '@/sanity/scenarios'

export const revalidate = 3600

type ArticleProps = {params: Promise<{locale: string; anchor: string}>}

export async function generateStaticParams() {
  return loadScenarioAnchors()
}

export async function generateMetadata(props: ArticleProps): Promise<Metadata> {
  const {locale, scenario, version} = await load(props)
  const canonical = absoluteUrl(source.siteUrl, locale, '/demo')
  return {title: scenario.title, alternates: {canonical}, other: {'content-version': version}}
}

/** A scenario of the demo in full, for visitors without JavaScript. */
export default async function Page(props: ArticleProps) {
  const {locale, scenario, settings} = await load(props)
  return <ArticleView scenario={scenario} locale={locale} settings={settings} />
}

async function load({params}: ArticleProps) {
  const {locale, anchor} = await params
  if (!isLocale(locale)) notFound()
  const {page, site, version} = await loadPage('/demo')
  const scenario = validScenarios(localize(page, locale)).find((candidate) => hasAnchor(candidate, anchor))
  if (!scenario) notFound()
  return {locale, scenario, settings: localize(site, locale).settings, version}
}
