import type {BilingualPage, BilingualSite} from './content.types.ts'

type Text = {zh: string; en?: string}

/**
 * Ensures that a page has title and description: metadata, menus and breadcrumbs need them. Replaces a missing or invalid
 * one by the nearest text about the page, and logs it.
 */
export function withFallbacks(page: BilingualPage, site: BilingualSite): BilingualPage {
  const {module, product} = page
  const title = logIfMissing(page, 'title', page.title) ??
    textIn(module?.name) ??
    textIn(product?.name) ??
    textIn(site.settings?.siteName) ?? {zh: page.route, en: page.route}
  const description =
    logIfMissing(page, 'description', page.description) ??
    textIn(module?.summary) ??
    textIn(product?.summary) ??
    textIn(site.settings?.tagline) ??
    title
  return {...page, title: {_type: 'localeString', ...title}, description: {_type: 'localeText', ...description}}
}

function logIfMissing(page: BilingualPage, field: string, value: unknown): Text | undefined {
  const text = textIn(value)
  if (!text)
    console.error(
      `The ${field} of ${page._id} is missing or not a text. Write it in the Studio; another text of the page is shown until then.`,
    )
  return text
}

/** Text of a locale object; one language falls back to the other. */
function textIn(value: unknown): Text | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const zh = 'zh' in value && typeof value.zh === 'string' ? value.zh : ''
  const en = 'en' in value && typeof value.en === 'string' ? value.en : ''
  if (!zh && !en) return undefined
  return en ? {zh: zh || en, en} : {zh}
}
