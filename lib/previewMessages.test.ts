import {expect, test} from 'vitest'
import {formPath, nearestPath, splitPath} from './previewMessages.ts'

const shown = [
  'title.zh',
  'blocks:a.heading.zh',
  'blocks:a.items:x.text.zh',
  'blocks:b.items:y.text.zh',
  'blocks:b.items:z.text.zh',
]

test('reads paths as the form writes them and as URLs do', () => {
  expect(splitPath('blocks[_key=="a"].items[0].text.zh')).toEqual(['blocks', '#a', 'items', '#0', 'text', 'zh'])
  expect(splitPath('blocks:a.items:0.text.zh')).toEqual(['blocks', '#a', 'items', '#0', 'text', 'zh'])
})

test('writes a path as the form does, whichever way it came', () => {
  for (const path of ['blocks[_key=="a"].title.zh', "blocks[_key=='a'].title.zh", 'blocks:a.title.zh'])
    expect(formPath(path)).toBe('blocks[_key=="a"].title.zh')
  expect(formPath('title.zh')).toBe('title.zh')
})

test.each([
  ['the field itself', 'blocks[_key=="a"].items[_key=="x"].text.zh', 2],
  ['the text in the other language', 'title.en', 0],
  ['a block, by its first text', 'blocks[_key=="b"]', 3],
  ['a list item', 'blocks[_key=="b"].items[_key=="z"]', 4],
  ['an empty field, by its block', 'blocks[_key=="a"].lead.zh', 1],
  ['an empty field of a list item, by the item', 'blocks[_key=="b"].items[_key=="z"].title.zh', 4],
])('finds %s', (_, focused, index) => {
  expect(nearestPath(focused, shown)).toBe(index)
})

test.each(['blocks[_key=="new"]', 'blocks[_key=="new"].heading.zh', 'seo.title.zh'])(
  'finds nothing for %s, which no text of the page comes from',
  (focused) => {
    expect(nearestPath(focused, shown)).toBeUndefined()
  },
)
