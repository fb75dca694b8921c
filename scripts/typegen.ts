import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {blockNames} from '../sanity/blocks/index.ts'
import {studioSources} from './product/buildStudio.ts'
import {fingerprint} from './product/builds.ts'
import {readCommandLine} from './product/commandLine.ts'
import {dataDir, root} from './product/paths.ts'
import {step, UserError} from './product/report.ts'
import {runCommand} from './product/runCommand.ts'
import {runMain} from './product/runMain.ts'

const blockList = 'sanity/blocks/blocks.generated.ts'
const componentList = 'components/blocks/blocks.generated.ts'
const generated = [blockList, componentList, 'sanity/schema.json', 'sanity/types.generated.ts']

/** Records the sources for which they were found to be current. */
const stamp = join(dataDir, 'check', 'typegen')

const usage = `npm run typegen             generates types from the schema and the queries
npm run typegen -- --check  fails if the committed ones were stale`

/** With `--check`, generates nothing where neither the types nor their sources have changed since they were found to be current. */
await runMain(async () => {
  const {values} = readCommandLine(usage, {options: {check: {type: 'boolean', default: false}}})
  const sources = fingerprint([...studioSources, ...generated, 'scripts/typegen.ts'])
  if (values.check && read(stamp) === sources) {
    step('Types are up to date: nothing has changed since they were last generated')
    return
  }
  const before = generated.map((file) => read(join(root, file)))
  const sanity = (args: string[]) =>
    runCommand(join(root, 'node_modules/.bin/sanity'), args, {
      cwd: join(root, 'studio'),
      env: {DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1'},
      failure: `"sanity ${args.join(' ')}" failed; the messages above say why.`,
    })
  writeFileSync(join(root, blockList), listOfBlocks())
  writeFileSync(join(root, componentList), listOfComponents())
  await sanity(['schema', 'extract', '--force'])
  await sanity(['typegen', 'generate'])
  const stale = generated.filter((file, index) => read(join(root, file)) !== before[index])
  if (stale.length === 0) {
    mkdirSync(dirname(stamp), {recursive: true})
    writeFileSync(stamp, sources)
  }
  if (values.check && stale.length > 0) {
    throw new UserError(
      `${stale.join(' and ')} did not match the schema and the queries. They are now up to date: commit them.`,
    )
  }
  step(stale.length > 0 ? `Updated ${stale.join(' and ')}` : 'Types are up to date')
})

/** Returns the module with the projections and shapes of all blocks: TypeGen evaluates queries without running them. */
function listOfBlocks(): string {
  return `// Written by \`npm run typegen\` from the names in index.ts.
import type {z} from 'zod'
${lines((name) => `import {${name}Projection, ${name}Shape} from './${name}/projection.ts'`)}
import type {BlockName} from './index.ts'

/** The blocks of a page: one conditional projection a block. */
export const blockProjections = /* groq */ \`
  _key, _type,
${lines((name) => `  _type == "${name}" => {\${${name}Projection}}`, ',\n')}
\`

/** The shape of each block in one language, required to show it. */
export const blockShapes = {
${lines((name) => `  ${name}: ${name}Shape,`)}
} satisfies Record<BlockName, z.ZodType>
`
}

/** Returns the module with the components of all blocks. */
function listOfComponents(): string {
  const component = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
  return `// Written by \`npm run typegen\` from the names in sanity/blocks/index.ts.
import type {ComponentType} from 'react'
import type {z} from 'zod'
import type {blockShapes} from '@/sanity/blocks/blocks.generated'
import type {BlockName} from '@/sanity/blocks/index'
${lines((name) => `import {${component(name)}} from './${name}/${component(name)}'`)}
import type {BlockProps} from './context'

/** The component of each block, which gets what the block's shape returns. */
export const blockComponents = {
${lines((name) => `  ${name}: ${component(name)},`)}
} satisfies {[Name in BlockName]: ComponentType<BlockProps<z.output<(typeof blockShapes)[Name]>>>}
`
}

/** Writes a line for each block, by name. */
function lines(line: (name: string) => string, between = '\n'): string {
  return [...blockNames].sort().map(line).join(between)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
