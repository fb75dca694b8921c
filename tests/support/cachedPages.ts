import {globSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {expect} from '@playwright/test'
import {root} from '../../scripts/product/paths.ts'
import {withoutBreaks} from './siteUrls.ts'
import {testProduct} from './testProduct.ts'

const folder = join(root, testProduct.siteBuildDir, 'server/route-cache/APP_PAGE')

/**
 * Returns the time of the last write of each page's cache entry, by path without the base path (`en/about`). Next
 * copies an entry of the build here at the page's first request; later writes are revalidations.
 */
export function cachedPages(): Map<string, number> {
  const entries = globSync('*/$/**/*.html', {cwd: folder})
  return new Map(entries.map((file) => [nameOf(file), statSync(join(folder, file)).mtimeMs]))
}

/** Reads a page's cache entry, by the same path, without a request to the site and without places to break. */
export function cachedPage(name: string): string {
  const [file] = globSync(`*/$/${name}.html`, {cwd: folder})
  return file ? withoutBreaks(readFileSync(join(folder, file), 'utf8')) : ''
}

/**
 * Waits until the cache entry of a page that was requested before contains a text. Sends no request, so that the next
 * one is the first visitor's.
 */
export async function untilCached(name: string, text: string): Promise<void> {
  const holds = () => cachedPage(name).includes(text)
  await expect.poll(holds, {message: `the cache holds “${text}” on ${name}`}).toBe(true)
}

function nameOf(file: string): string {
  return file.replace(/^[^/]+\/\$\//, '').replace(/\.html$/, '')
}
