import {cpSync, existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {compressFiles} from '../../scripts/product/compressFiles.ts'
import {root} from '../../scripts/product/paths.ts'
import {runCommand} from '../../scripts/product/runCommand.ts'
import {testProduct} from '../support/testProduct.ts'

const pageOf = (heading: string, to: string) => `import Link from 'next/link'
export default function Page() {
  return <main><h1>${heading}</h1><p><Link href="/${to}">A link</Link></p></main>
}`

const files = {
  'package.json': '{"private": true, "type": "module"}',
  'next.config.js': `export default {
  output: 'export', basePath: '/empty', trailingSlash: true, turbopack: {root: ${JSON.stringify(root)}},
}`,
  'app/layout.js': `export default function Layout({children}) {
  return <html lang="en"><body>{children}</body></html>
}`,
  'app/page.js': pageOf('Nothing but a heading', 'next'),
  'app/next/page.js': pageOf('The next page', ''),
}

/**
 * Builds the smallest Next app, of two pages, with the project's own Next, and puts its files into a folder, compressed as well as they
 * can be: what the framework costs before a site adds anything.
 */
export async function buildEmptyNext(target: string): Promise<void> {
  if (existsSync(target)) return
  // Inside the project, where it finds `node_modules`.
  const folder = join(testProduct.dataDir, 'empty-next')
  rmSync(folder, {recursive: true, force: true})
  mkdirSync(join(folder, 'app/next'), {recursive: true})
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  await runCommand(join(root, 'node_modules/.bin/next'), ['build', folder], {
    env: {...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production'},
    failure: 'The empty Next app could not be built; the messages above say why.',
  })
  cpSync(join(folder, 'out'), target, {recursive: true})
  await compressFiles(target, {quality: 11})
}
