import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {blockNames} from '@/sanity/blocks/index'
import {root} from '@/scripts/product/paths'
import {objectsIn, readSeed} from '../support/readSeed.ts'

const used = new Set(
  readSeed()
    .flatMap(objectsIn)
    .map(({_type}) => _type),
)

/** Lists what a block of this name lacks, a sentence each, in the order of docs/adding-content.md. */
export function missingMembers(name: string): string[] {
  const Name = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const content = `sanity/blocks/${name}`
  const view = `components/blocks/${name}/${Name}`
  const present: [boolean, string][] = [
    [hasFile(`${content}/schema.ts`), `Write its form, ${content}/schema.ts.`],
    [hasFile(`${content}/projection.ts`), `Write its query and shape, ${content}/projection.ts.`],
    [hasFile(`${content}/thumbnail.svg`), `Draw it for the Studio’s menu, ${content}/thumbnail.svg.`],
    [blockNames.some((block) => block === name), 'Add its name to sanity/blocks/index.ts and run npm run typegen.'],
    [hasFile(`${view}.tsx`), `Write its component, ${view}.tsx.`],
    [hasFile(`${view}.test.tsx`), `Test it in ${view}.test.tsx.`],
    [used.has(name), 'Give an example of it on some page of sanity/seed/data.ndjson.'],
  ]
  return present.flatMap(([isThere, sentence]) => (isThere ? [] : [sentence]))
}

function hasFile(path: string): boolean {
  return existsSync(join(root, path))
}
