import type {BlockContext} from '@/components/blocks/context'
import type {BilingualPage, BilingualSite, PageData, SiteData} from '@/sanity/presentContent'
import type {Claim} from '@/sanity/projections/claim'
import type {Hue} from '@/sanity/projections/product'
import type {BlockOf} from '@/sanity/projections/shape'

/** Fields that every document has. */
export function documentOf<Name extends string>(type: Name, id: string) {
  return {_id: id, _type: type, _rev: 'r1', _updatedAt: '2026-01-02T03:04:05Z'}
}

export function roleOf(name: string) {
  return {...documentOf('role', `role-${name}`), name}
}

export function claimOf(claim: Partial<Claim> = {}): Claim {
  return {
    ...documentOf('claim', 'claim-one'),
    figure: 30,
    comparator: 'lessBy',
    unit: '%',
    statement: 'The process is shorter.',
    ...claim,
  }
}

type Product = NonNullable<PageData['product']>
type ProductModule = NonNullable<PageData['module']>

// Declared types: a field that a query gains has to be added here, and in no test.
export function productOf(code: string, hue: Hue = 'teal'): Product {
  return {
    ...documentOf('product', `product-${code}`),
    code,
    name: `${code} name`,
    summary: 'Summary',
    route: '/lims',
    hue,
  }
}

export function moduleOf(name: string, order: number, route: ProductModule['route'] = null): ProductModule {
  return {
    ...documentOf('productModule', `module-${name}`),
    name,
    summary: `What ${name} does`,
    order,
    route,
    product: {...documentOf('product', 'product-lims'), code: 'LIMS', hue: 'teal'},
  }
}

export const settings = {
  ...documentOf('siteSettings', 'siteSettings'),
  _id: 'siteSettings',
  _type: 'siteSettings',
  siteName: 'Bench',
  tagline: 'Tagline',
  organization: 'Organization',
  address: '[to be filled in]',
  phone: '【待填】',
  mail: 'mail@example.com',
  icpNumber: '【待填】',
  policeNumber: '【待填】',
  contactLabel: 'Talk to us',
  footerNote: 'Note',
} as const

export const context: BlockContext = {locale: 'en', settings, figure: 1}

const group = {
  _key: 'products',
  label: 'Products',
  title: null,
  route: null,
  links: [
    {_key: 'lims', _type: 'link', label: 'LIMS', route: '/lims', section: null, demo: null},
    {_key: 'about', _type: 'link', label: 'About', route: '/about', section: null, demo: null},
  ],
} satisfies NonNullable<NonNullable<SiteData['navigation']>['menu']>[number]

export const site: SiteData = {
  settings,
  navigation: {...documentOf('navigation', 'navigation'), _id: 'navigation', menu: [group], footer: [group]},
  guarded: [],
}

export const points: BlockOf<'points'> = {
  _key: 'q',
  _type: 'points',
  heading: 'What it does',
  intro: null,
  next: null,
  items: [{_key: 'i', title: 'One', text: 'Text'}],
}

export const faq: BlockOf<'faq'> = {
  _key: 'faq',
  _type: 'faq',
  heading: null,
  intro: null,
  items: [{_key: 'one', question: 'May it be </script>?', answer: 'It may.'}],
}

export const productGrid: BlockOf<'productGrid'> = {
  _key: 'a',
  _type: 'productGrid',
  heading: null,
  intro: null,
  next: null,
  products: [productOf('LIMS', 'teal'), productOf('EVMS', 'vermilion')],
}

export const flow: BlockOf<'flow'> = {
  _key: 'f',
  _type: 'flow',
  heading: 'Four steps',
  intro: null,
  caption: 'The way',
  next: null,
  steps: [{_key: 's', title: 'Submit', text: null, role: null}],
}

/** A table with one row and no lanes. */
export const screen: BlockOf<'screen'> = {
  _key: 'p',
  _type: 'screen',
  heading: null,
  intro: null,
  caption: 'The list',
  alternative: 'A list.',
  kind: 'table',
  title: 'Orders',
  module: null,
  filters: null,
  action: null,
  audit: null,
  selected: null,
  columns: null,
  detailColumns: null,
  lanes: null,
  rows: [{_key: 'r', cells: 'EX-1', details: null, note: null, tone: null, amount: null, reference: null}],
}

/** The page `/about` without its words. */
const bareAbout = {
  ...documentOf('page', 'page-about'),
  route: '/about',
  layout: null,
  opening: null,
  middleware: null,
  embargoUntil: null,
  seo: null,
  product: null,
  module: null,
  actions: null,
  picture: null,
  blocks: [],
  scenarios: [],
} satisfies Partial<PageData>

export function pageOf(page: Partial<PageData> = {}): PageData {
  return {
    ...bareAbout,
    title: 'About us',
    description: 'What we do',
    ...page,
  }
}

export const emptyBilingualSite: BilingualSite = {settings: null, navigation: null, guarded: []}

export function bilingualPageOf(page: Partial<BilingualPage> = {}): BilingualPage {
  return {
    ...bareAbout,
    title: {_type: 'localeString', zh: '关于', en: 'About'},
    description: {_type: 'localeText', zh: '导语', en: 'Lead'},
    ...page,
  }
}
