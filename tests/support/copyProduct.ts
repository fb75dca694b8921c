import {spawn} from 'node:child_process'
import {cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {compressFile} from '../../scripts/product/compressFiles.ts'
import {copyBuild} from '../../scripts/product/copyBuild.ts'
import {root} from '../../scripts/product/paths.ts'
import {type productOf, testEnvironment} from './testProduct.ts'

type Product = ReturnType<typeof productOf>

/**
 * Gives a product the builds and the content of another one, so that one build serves all. Neither may run: the lake
 * locks its database. Its own addresses take the place of the other's, which stand in pages, scripts and the lake.
 */
export async function copyProduct(from: Product, to: Product): Promise<void> {
  const siteBuilds = [from, to].map(({siteBuildDir}) => join(root, siteBuildDir)) as [string, string]
  for (const kept of ['lake', 'enquiries', 'studio']) rmSync(join(to.dataDir, kept), {recursive: true, force: true})
  rmSync(siteBuilds[1], {recursive: true, force: true})
  await copyBuild(...siteBuilds)
  cpSync(join(from.dataDir, 'studio'), join(to.dataDir, 'studio'), {recursive: true})
  const [lake, copy] = [from, to].map(({dataDir}) => join(dataDir, 'lake')) as [string, string]
  cpSync(lake, copy, {recursive: true})
  for (const folder of [siteBuilds[1], join(to.dataDir, 'studio'), copy]) await replaceAddresses(folder, from, to)
  await recordBuilds(to)
}

/** Lengths must stay as they are: pages as data and the lake's database count bytes. */
async function replaceAddresses(folder: string, from: Product, to: Product): Promise<void> {
  const addresses = [
    [new URL(from.siteUrl).host, new URL(to.siteUrl).host],
    [new URL(from.studioUrl).host, new URL(to.studioUrl).host],
  ] as const
  for (const [old, own] of addresses) {
    if (old.length !== own.length) throw new Error(`${old} and ${own} differ in length: choose other test ports.`)
  }
  for (const name of globSync('**/*', {cwd: folder})) {
    const path = join(folder, name)
    // A compressed file is written with the one that it is of.
    if (!statSync(path).isFile() || /\.(br|gz)$/.test(name)) continue
    const bytes = readFileSync(path)
    if (!addresses.some(([old]) => bytes.includes(old))) continue
    const text = bytes.toString('latin1')
    writeFileSync(
      path,
      addresses.reduce((changed, [old, own]) => changed.replaceAll(old, own), text),
      'latin1',
    )
    if (existsSync(`${path}.br`)) await compressFile(path, 9)
  }
}

/** Records the copied builds as those of the copy: their paths and addresses are part of the record. */
async function recordBuilds(product: Product): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'tests/support/recordBuilds.ts')], {
    cwd: root,
    env: {...process.env, ...testEnvironment(product)},
    stdio: 'inherit',
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The copied builds could not be recorded: the process ended with ${code}.`)
}
