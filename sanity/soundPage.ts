import type {BilingualPage, BilingualSite} from './content.types.ts'

type Text = {zh: string; en?: string}

/**
 * A page whose title and lead are texts, whatever the dataset holds: everything that names the page builds on them. One
 * that is missing or no text is replaced by the nearest that says what the page is about, and reported to the log.
 */
export function soundPage(page: BilingualPage, site: BilingualSite): BilingualPage {
  const {module, product} = page
  const title = sound(page, 'title', page.title) ??
    textIn(module?.name) ??
    textIn(product?.name) ??
    textIn(site.settings?.siteName) ?? {zh: page.route, en: page.route}
  const description =
    sound(page, 'description', page.description) ??
    textIn(module?.summary) ??
    textIn(product?.summary) ??
    textIn(site.settings?.tagline) ??
    title
  return {...page, title: {_type: 'localeString', ...title}, description: {_type: 'localeText', ...description}}
}

function sound(page: BilingualPage, field: string, value: unknown): Text | undefined {
  const text = textIn(value)
  if (!text) console.error(`The ${field} of ${page._id} is missing or no text; something near stands in for it.`)
  return text
}

/** The text of a locale object; one language stands in for the other. */
function textIn(value: unknown): Text | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const zh = 'zh' in value && typeof value.zh === 'string' ? value.zh : ''
  const en = 'en' in value && typeof value.en === 'string' ? value.en : ''
  if (!zh && !en) return undefined
  return en ? {zh: zh || en, en} : {zh}
}
