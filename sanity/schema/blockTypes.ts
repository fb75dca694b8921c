/// <reference types="vite/client" />
import type {InitialValueResolverContext, ObjectDefinition} from 'sanity'
import {type BlockName, blockNames} from '../blocks/index.ts'
import {blockSample, type SampleDocument, sampleTypes, showsDocuments} from '../blocks/samples.ts'
import {apiVersion} from '../env.ts'
import {label} from './support/bilingual.ts'
import {initialRead} from './support/initialRead.ts'

const groups = [
  {name: 'text', title: label('文字', 'Text')},
  {name: 'diagrams', title: label('图示', 'Diagrams')},
  {name: 'screens', title: label('画面', 'Screens')},
  {name: 'overviews', title: label('一览', 'Overviews')},
  {name: 'contact', title: label('联系', 'Contact')},
] as const

/** A block's entry in the menu for adding blocks. */
export interface BlockMenu {
  group: (typeof groups)[number]['name']
  /** When to use it, in one sentence. */
  help: string
}

/**
 * A module `sanity/blocks/<name>/schema.ts`: the schema type under the block's own name, `menu`, and the types of objects that
 * no other block holds.
 */
type BlockModule = {menu: BlockMenu; objects?: ObjectDefinition[]} & Partial<Record<BlockName, ObjectDefinition>>

// `import.meta.glob` is Vite's, which builds the Studio and runs the tests. It saves a hand-kept list of imports.
const modules = import.meta.glob<BlockModule>('../blocks/*/schema.ts', {eager: true})
const thumbnails = import.meta.glob<string>('../blocks/*/thumbnail.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

const sampleQuery = `*[_type in $sampleTypes] | order(order asc, _id asc){_id, _type, "steps": steps[]{"choices": count(choices)}}`

/** Sets a block's sample as its initial value, which shows what it will look like. */
function withSample(name: BlockName, type: ObjectDefinition): ObjectDefinition {
  if (!showsDocuments(name)) return {...type, initialValue: blockSample(name, [])}
  const initialValue = async (_: unknown, {getClient}: Pick<InitialValueResolverContext, 'getClient'>) => {
    const client = getClient({apiVersion})
    const read = client.fetch<SampleDocument[]>(sampleQuery, {sampleTypes}, {perspective: 'published'})
    return blockSample(name, await initialRead(read, []))
  }
  return {...type, initialValue}
}

/** Every block with its schema type, menu entry and thumbnail. Throws if one of them is missing. */
export const blocks = blockNames.map((name) => {
  const module = modules[`../blocks/${name}/schema.ts`]
  const type = module?.[name]
  const thumbnail = thumbnails[`../blocks/${name}/thumbnail.svg`]
  if (!module || !type || !thumbnail) {
    throw new Error(
      `The block ${name} needs sanity/blocks/${name}/schema.ts, which exports ${name} and menu, and thumbnail.svg`,
    )
  }
  return {name, type: withSample(name, type), objects: module.objects ?? [], thumbnail, ...module.menu}
})

/** Groups of the menu for adding blocks. */
export const blockGroups = groups.map(({name, title}) => ({
  name,
  title,
  of: blocks.flatMap((block): string[] => (block.group === name ? [block.name] : [])),
}))

/** Returns the block of a name. */
export const blockNamed = (name: string) => blocks.find((block) => block.name === name)
