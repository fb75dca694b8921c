import {stegaClean} from '@sanity/client/stega'
import {z} from 'zod'

const form = /^(\/[\w/]*)#([\w-]+)$/

/**
 * A section of a page in links: the page's route and the key of the section's block, which it keeps wherever it is moved
 * and however it is headed. With the route, as keys are unique only within a page.
 *
 * @example sectionOf('/maixun', 'faq1') // '/maixun#faq1'
 */
export function sectionOf(route: string, key: string): string {
  return `${route}#${key}`
}

/** Reads a section back. Undefined for anything else. */
export function parseSection(section: unknown): {route: string; key: string} | undefined {
  const [, route, key] = (typeof section === 'string' && form.exec(stegaClean(section))) || []
  return route === undefined || key === undefined ? undefined : {route, key}
}

/** Null for broken data: the link then opens the page at its top. */
export const sectionShape = z.string().transform(stegaClean).pipe(z.string().regex(form)).nullish().catch(null)

/** The id of a block's section, and with `#` the fragment that leads to it. */
export function sectionId(key: string): string {
  return `section-${key}`
}

/** The fragment of a link to a section of the page; empty without one, and for a section of another page. */
export function sectionFragment(route: string, section: string | null | undefined): string {
  const target = parseSection(section)
  return target?.route === route ? `#${sectionId(target.key)}` : ''
}
