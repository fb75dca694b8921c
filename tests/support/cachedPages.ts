import {globSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {root} from '../../scripts/product/paths.ts'
import {testProduct} from './testProduct.ts'

/**
 * When each page's cache entry was last written, by its path without the base path (`en/about`). Next copies an entry of
 * the build here when the page is first asked for; later writes are revalidations.
 */
export function cachedPages(): Map<string, number> {
  const folder = join(root, testProduct.siteBuildDir, 'server/route-cache/APP_PAGE')
  const entries = globSync('*/$/**/*.html', {cwd: folder})
  return new Map(entries.map((file) => [nameOf(file), statSync(join(folder, file)).mtimeMs]))
}

function nameOf(file: string): string {
  return file.replace(/^[^/]+\/\$\//, '').replace(/\.html$/, '')
}
