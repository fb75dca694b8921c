import {existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import type {Migration} from '@sanity/migrate'
import {collectChanges, makeChanges} from './migrate/collectChanges.ts'
import {readCommandLine} from './product/commandLine.ts'
import {root} from './product/paths.ts'
import {prepare} from './product/prepare.ts'
import {step, UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {writingClient} from './product/seedContent.ts'
import {lakeTokens} from './product/startLake.ts'

const folder = join(root, 'studio/migrations')

const usage = `npm run migrate -- <name>          lists what a content migration would change in the running lake
npm run migrate -- <name> --apply  changes it, in one transaction`

/** Runs a content migration on the lake. For hosted Sanity use its own command, which takes the same migrations. */
await runMain(async () => {
  const {values, words} = readCommandLine(usage, {
    options: {apply: {type: 'boolean', default: false}},
    words: 1,
  })
  const [name] = words
  if (!name || !existsSync(join(folder, name, 'index.ts'))) {
    const names = readdirSync(folder).filter((entry) => existsSync(join(folder, entry, 'index.ts')))
    throw new UserError(`Name a migration: npm run migrate -- <name>. There are ${names.join(', ')}.`)
  }
  const {source} = prepare()
  if (!source.embedded) {
    throw new UserError(
      `A hosted dataset is migrated with Sanity’s own command: in the folder studio, npx sanity migration run ${name}.`,
    )
  }
  const module: Record<string, unknown> = await import(join(folder, name, 'index.ts'))
  if (!isMigration(module.default)) throw new UserError(`studio/migrations/${name}/index.ts exports no migration.`)
  const client = writingClient(source, lakeTokens(process.env).write)
  const collected = await collectChanges(module.default, client)
  const {changes} = collected
  step(module.default.title)
  for (const change of changes) console.log(`  ${JSON.stringify(change)}`)
  if (!values.apply || changes.length === 0) {
    step(
      `${changes.length} changes${changes.length > 0 ? '; nothing was written. With --apply they are made.' : ' to make'}`,
    )
    return
  }
  await makeChanges(collected, client)
  step(`${changes.length} changes made, in one transaction`)
})

/** Returns whether this is a result of `defineMigration`. */
function isMigration(value: unknown): value is Migration {
  return typeof value === 'object' && value !== null && 'title' in value && 'migrate' in value
}
