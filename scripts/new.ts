import {join} from 'node:path'
import {blockSkeleton, fieldSkeleton, migrationSkeleton, type Skeleton, writeSkeleton} from './new/skeleton.ts'
import {readCommandLine} from './product/commandLine.ts'
import {bin, root} from './product/paths.ts'
import {step, UserError} from './product/report.ts'
import {runCommand} from './product/runCommand.ts'
import {runMain} from './product/runMain.ts'

const usage = `npm run new -- block gallery            a block of a page
npm run new -- field product slogan     an optional text of a document type or a block
npm run new -- migration renameSlogans  a change of content that exists`

/** `npm run new`: writes the skeleton of a block, a field or a content migration that passes `npm run check` at once. */
await runMain(async () => {
  const [kind = '', ...names] = readCommandLine(usage, {options: {}, words: 3}).words
  if (names.length === 0 || !names.every((name) => /^[a-z][a-zA-Z0-9]*$/.test(name)))
    throw new UserError(`Say what to write.\n\n${usage}`)
  const skeleton = skeletonOf(kind, names)
  writeSkeleton(root, skeleton)
  const written = [...Object.keys(skeleton.files), ...Object.keys(skeleton.edits)]
  await runCommand(bin('biome'), ['check', '--write', ...written], {
    failure: 'The new files could not be formatted; the messages above say why.',
  })
  if (kind !== 'migration') {
    step('Updating the generated types (half a minute)')
    await runCommand(process.execPath, [join(root, 'scripts/typegen.ts')], {
      failure: 'The types could not be generated; the messages above say why.',
    })
    await runCommand(bin('vitest'), ['run', 'sanity/blocks/titles.test.ts', '--update'], {
      failure: 'The titles could not be written to sanity/blocks/titles.json; the messages above say why.',
    })
  }
  for (const path of written) console.log(`  ${path}`)
  if (kind !== 'migration') step('The generated files and sanity/blocks/titles.json have changed, too: commit them.')
  for (const sentence of skeleton.next) step(sentence)
})

function skeletonOf(kind: string, [first = '', second = '']: string[]): Skeleton {
  if (kind === 'block' && !second) return blockSkeleton(first)
  if (kind === 'field' && second) return fieldSkeleton(root, first, second)
  if (kind === 'migration' && !second) return migrationSkeleton(first)
  throw new UserError(`Say what to write.\n\n${usage}`)
}
