import type {APIRequestContext} from '@playwright/test'
import {JSDOM} from 'jsdom'
import {pages} from './siteUrls.ts'

export type ReadPage = (typeof pages)[number] & {document: Document; html: string}

/** Fetches and parses all 100 pages. */
export async function readPages(request: APIRequestContext): Promise<ReadPage[]> {
  const read: ReadPage[] = []
  for (const page of pages) {
    const response = await request.get(page.path, {headers: {'accept-language': page.locale}})
    const html = await response.text()
    read.push({...page, html, document: new JSDOM(html).window.document})
  }
  return read
}

/** Returns an attribute of the first matching element. */
export function attribute(document: Document, selector: string, name: string): string | null {
  return document.querySelector(selector)?.getAttribute(name) ?? null
}

/** Returns the content of a page's meta elements by name or property. */
export function metaOf(document: Document): Map<string, string> {
  const elements = [...document.querySelectorAll('meta[content]')]
  return new Map(
    elements.map((meta) => [
      meta.getAttribute('property') ?? meta.getAttribute('name') ?? '',
      meta.getAttribute('content') ?? '',
    ]),
  )
}
