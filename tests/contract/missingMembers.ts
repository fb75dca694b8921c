import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {blockNames} from '@/components/blocks/registry'
import {blockProjections, blockShapes} from '@/sanity/projections/blocks'
import {root} from '@/scripts/product/paths'
import {blocks} from '@/studio/schema/blocks'
import {blockGroups} from '@/studio/schema/support/blockGroups'
import {objectsIn, readSeed} from '../support/readSeed.ts'

const used = new Set(
  readSeed()
    .flatMap(objectsIn)
    .map(({_type}) => _type),
)

/** What a block of this name still lacks, a sentence each, in the order of docs/adding-content.md. */
export function missingMembers(name: string): string[] {
  const Name = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const present: [boolean, string][] = [
    [hasFile(`studio/schema/blocks/${name}.ts`), `Write its form, studio/schema/blocks/${name}.ts.`],
    [blocks.some((block) => block.name === name), 'Add it to the list in studio/schema/blocks/index.ts.'],
    [blockGroups.some(({of}) => of.includes(name)), 'Put it in a group of studio/schema/support/blockGroups.ts.'],
    [hasFile(`sanity/projections/${name}.ts`), `Write its query and shape, sanity/projections/${name}.ts.`],
    [
      blockProjections.includes(`_type == "${name}" => {`),
      `Add \`_type == "${name}" => {\${${name}Projection}},\` to blockProjections in sanity/projections/blocks.ts.`,
    ],
    [name in blockShapes, `Add \`${name}: ${name}Shape,\` to blockShapes in sanity/projections/blocks.ts.`],
    [hasFile(`components/blocks/${name}/${Name}.tsx`), `Write its component, components/blocks/${name}/${Name}.tsx.`],
    [hasFile(`components/blocks/${name}/${Name}.test.tsx`), `Test it in components/blocks/${name}/${Name}.test.tsx.`],
    [
      blockNames.includes(name),
      `Add \`${name}: defineBlock(blockShapes.${name}, ${Name}),\` to components/blocks/registry.ts.`,
    ],
    [used.has(name), 'Give an example of it on some page of sanity/seed/data.ndjson.'],
  ]
  return present.flatMap(([isThere, sentence]) => (isThere ? [] : [sentence]))
}

function hasFile(path: string): boolean {
  return existsSync(join(root, path))
}
