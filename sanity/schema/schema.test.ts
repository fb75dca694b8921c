import {existsSync} from 'node:fs'
import type {ObjectSchemaType, SchemaType} from 'sanity'
import {expect, test} from 'vitest'
import {blockGroups, blocks} from './blockTypes.ts'
import {documents} from './documents/index.ts'
import {schemaTypes} from './index.ts'
import {objects} from './objects/index.ts'
import {compileSchema} from './testing/compileSchema.ts'

const schema = compileSchema()
const folders = {documents, objects}
const names = schemaTypes.map(({name}) => name)
/** Fields that the Studio adds to images. */
const imageFields = new Set(['asset', 'media', 'hotspot', 'crop'])

function isObject(type: SchemaType): type is ObjectSchemaType {
  return type.jsonType === 'object'
}

/** Every field of a type, with the fields of inline images. */
function fieldsOf(type: SchemaType, path: string): {path: string; type: SchemaType}[] {
  if (!isObject(type)) return []
  return type.fields
    .filter(({name}) => !imageFields.has(name))
    .flatMap((field) => {
      const own = {path: `${path}.${field.name}`, type: field.type}
      return field.type.type?.name === 'image' || field.type.name === 'image'
        ? [own, ...fieldsOf(field.type, own.path)]
        : [own]
    })
}

const fields = names.flatMap((name) => {
  const type = schema.get(name)
  return type ? fieldsOf(type, name) : []
})

test('a type that is in no list, or in two, is named with where it belongs', () => {
  const remedy = /\nList every type once: .*sanity\/blocks\/index\.ts\.$/
  const without = () => compileSchema(schemaTypes.filter(({name}) => name !== 'pointItem'))
  expect(without).toThrow(/^points\.fields\.items\.\S*: Unknown type: pointItem/)
  expect(without).toThrow(remedy)
  const twice = () => compileSchema([...schemaTypes, ...schemaTypes.filter(({name}) => name === 'pointItem')])
  expect(twice).toThrow(/pointItem/)
  expect(twice).toThrow(remedy)
})

test('a text in both languages is never folded away, however deep it is', () => {
  const texts = fields.filter(({type}) => /^locale/.test(type.name))
  expect(texts.map(({path}) => path)).toContain('seo.image.alt')
  const folding = texts.filter(({type}) => type.options?.collapsible !== false)
  expect(folding.map(({path}) => path)).toEqual([])
})

test('every field has a title, and a description in Chinese and in English', () => {
  const bare = fields.filter(({type: {title, description}}) => {
    return (
      !title || typeof description !== 'string' || !/\p{Script=Han}/u.test(description) || !/[a-z]{3}/.test(description)
    )
  })
  expect(fields.length).toBeGreaterThan(100)
  expect(bare.map(({path}) => path)).toEqual([])
})

test('every document, block and object has an icon and a title in both languages', () => {
  const bare = names.filter((name) => {
    const type = schema.get(name)
    return !type?.icon || !/\p{Script=Han}/u.test(type.title ?? '') || !/[A-Za-z]/.test(type.title ?? '')
  })
  expect(bare).toEqual([])
})

test('lists show the title of a choice, in the language of the Studio, and not its value', () => {
  const values = names.flatMap((name) => {
    const type = schema.get(name)
    return Object.entries(type?.preview?.select ?? {}).flatMap(([key, path]) => {
      const options: {list?: readonly unknown[]} =
        fields.find((field) => field.path === `${name}.${path}`)?.type.options ?? {}
      return (options.list ?? []).flatMap((option) =>
        typeof option === 'object' && option !== null && 'value' in option
          ? [{name, value: option.value, shown: JSON.stringify(type?.preview?.prepare?.({[key]: option.value}, {}))}]
          : [],
      )
    })
  })
  expect(values.length).toBeGreaterThan(5)
  expect(values.filter(({value, shown}) => shown?.includes(`"${value}`))).toEqual([])
})

/** The names of the types that a type's fields and lists hold. */
function heldBy(type: SchemaType): string[] {
  return fieldsOf(type, '').flatMap((field) => {
    const listed = field.type.jsonType === 'array' ? field.type.of : []
    return [field.type, ...listed].map(({name}) => name)
  })
}

test('objects that only one block holds are in the folder of that block, and no others', () => {
  // For every block that wants them, though one alone has them now.
  const general = new Set<string>(['localeBlocks', 'photo'])
  const blockOf = new Map<string, string>(
    blocks.flatMap(({name, objects: own}) => [name, ...own.map((type) => type.name)].map((type) => [type, name])),
  )
  /** The blocks in whose folders the types are that hold an object; undefined stands for all other folders. */
  const homes = new Map<string, Set<string | undefined>>()
  for (const name of names) {
    const type = schema.get(name)
    for (const held of type ? heldBy(type) : []) homes.set(held, (homes.get(held) ?? new Set()).add(blockOf.get(name)))
  }
  const onlyBlockOf = (name: string) => {
    const [home, ...others] = homes.get(name) ?? []
    return others.length === 0 ? home : undefined
  }
  expect(onlyBlockOf('entrance')).toBe('entrances')
  expect(onlyBlockOf('flowStep')).toBeUndefined()
  const misplaced = objects.filter(({name}) => onlyBlockOf(name) && !general.has(name))
  const strays = blocks.flatMap((block) => block.objects.filter(({name}) => onlyBlockOf(name) !== block.name))
  expect([...misplaced, ...strays].map(({name}) => name)).toEqual([])
})

test('every type is in the file of its name', () => {
  const missing = Object.entries(folders).flatMap(([folder, types]) =>
    types.map(({name}) => `${folder}/${name}.ts`).filter((file) => !existsSync(new URL(file, import.meta.url))),
  )
  expect(missing).toEqual([])
})

test('the menu that adds blocks shows every block exactly once', () => {
  expect(blockGroups.flatMap((group) => group.of).toSorted()).toEqual(blocks.map(({name}) => name).toSorted())
})

test.each(blocks)('an empty $name still has a title in lists', ({type}) => {
  expect(type.preview?.prepare?.({}, {})).toHaveProperty('title', type.title)
})
