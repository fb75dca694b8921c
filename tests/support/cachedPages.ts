import {globSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {expect} from '@playwright/test'
import {root} from '../../scripts/product/paths.ts'
import {testProduct} from './testProduct.ts'

const folder = join(root, testProduct.siteBuildDir, 'server/route-cache/APP_PAGE')

/**
 * When each page's cache entry was last written, by its path without the base path (`en/about`). Next copies an entry of
 * the build here when the page is first asked for; later writes are revalidations.
 */
export function cachedPages(): Map<string, number> {
  const entries = globSync('*/$/**/*.html', {cwd: folder})
  return new Map(entries.map((file) => [nameOf(file), statSync(join(folder, file)).mtimeMs]))
}

/** A page as it lies in the cache, by the same path. Looking there asks the site for nothing. */
export function cachedPage(name: string): string {
  const [file] = globSync(`*/$/${name}.html`, {cwd: folder})
  return file ? readFileSync(join(folder, file), 'utf8') : ''
}

/**
 * Waits until the cache holds this text on a page that was asked for before. No request of the test helps to bring it
 * there, so that the next one is that of the first visitor.
 */
export async function untilCached(name: string, text: string): Promise<void> {
  const holds = () => cachedPage(name).includes(text)
  await expect.poll(holds, {message: `the cache holds “${text}” on ${name}`}).toBe(true)
}

function nameOf(file: string): string {
  return file.replace(/^[^/]+\/\$\//, '').replace(/\.html$/, '')
}
