import {existsSync, globSync, readFileSync} from 'node:fs'
import {dirname, join, relative} from 'node:path'
import {expect, it} from 'vitest'
import {root} from '../../scripts/product/paths.ts'

const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|\.[^/]+)$/.test(path),
})

const textOf = (file: string) => readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '')

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
  [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )

it.each(documents)('%s: every link leads to a file and a heading', (document) => {
  const file = join(root, document)
  const targets = [...textOf(file).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, target = '']) => target)
  const dead = targets.filter((target) => {
    const [path = '', anchor] = target.split('#')
    const aim = path ? join(dirname(file), path) : file
    if (relative(root, aim).startsWith('..') || !existsSync(aim)) return true
    return anchor !== undefined && aim.endsWith('.md') && !anchorsOf(aim).includes(anchor)
  })
  expect(dead).toEqual([])
})
