import {existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {blocks} from '../schema/blocks/index.ts'
import {blockGroups} from '../schema/support/blockGroups.ts'
import {blockHelp, blockThumbnail} from './blockHelp.ts'

const names = blocks.map(({name}) => name)

test.each(names)('%s has a sentence on when to use it, a drawing, and a place in one group of the menu', (name) => {
  expect(blockHelp[name], 'studio/help/blockHelp.ts').toBeTruthy()
  expect(existsSync(join(import.meta.dirname, '..', blockThumbnail(name))), `studio${blockThumbnail(name)}`).toBe(true)
  expect(
    blockGroups.filter(({of}) => of.includes(name)),
    'studio/schema/support/blockGroups.ts',
  ).toHaveLength(1)
})

test('nothing is left over from blocks that are gone', () => {
  expect(Object.keys(blockHelp).toSorted()).toEqual(names.toSorted())
  const drawings = readdirSync(join(import.meta.dirname, '../static/blocks'))
  expect(drawings.toSorted()).toEqual(names.map((name) => `${name}.svg`).toSorted())
})
