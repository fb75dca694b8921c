import {existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {blockNames} from '@/components/blocks/registry'
import {blockProjections} from '@/sanity/projections/blocks'
import {root} from '@/scripts/product/paths'
import {objectsIn, readSeed} from '../support/readSeed.ts'

const schemaFolder = join(root, 'studio/schema/blocks')
const schemaNames = readdirSync(schemaFolder)
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'index' && !name.endsWith('.test'))
const used = new Set(
  readSeed()
    .flatMap(objectsIn)
    .map(({_type}) => _type),
)
const capitalized = (name: string) => name[0]?.toUpperCase() + name.slice(1)

describe.each(schemaNames)('block %s', (name) => {
  test('has a projection that the page query asks for', () => {
    expect(existsSync(join(root, `sanity/projections/${name}.ts`)), `sanity/projections/${name}.ts`).toBe(true)
    expect(blockProjections).toContain(`_type == "${name}" => {`)
  })

  test('has a component in its own folder, with a test, and a line in the registry', () => {
    const folder = join(root, 'components/blocks', name)
    expect(
      existsSync(join(folder, `${capitalized(name)}.tsx`)),
      `components/blocks/${name}/${capitalized(name)}.tsx`,
    ).toBe(true)
    expect(
      existsSync(join(folder, `${capitalized(name)}.test.tsx`)),
      `components/blocks/${name}/${capitalized(name)}.test.tsx`,
    ).toBe(true)
    expect(blockNames, 'components/blocks/registry.ts').toContain(name)
  })

  test('has a preview for the Studio’s list of blocks', async () => {
    const module: Record<string, unknown> = await import(`../../studio/schema/blocks/${name}.ts`)
    expect(module[name]).toHaveProperty('preview.select')
  })

  test('stands on a page of the seed', () => {
    expect(used).toContain(name)
  })
})

test('every component of a block has its schema', () => {
  expect([...blockNames].sort()).toEqual([...schemaNames].sort())
})
