import {existsSync, globSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {expect, test} from 'vitest'
import {root} from '@/scripts/product/paths'

/** Everything that is rendered on a page of a visitor. */
const entry = 'components/PageView.tsx'

/** Files of the project that a file imports, types left out, from the project's root. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/^(?:import|export) (?!type\b)[^'"]*from '([^']+)'/gm)].flatMap(([, name = '']) => {
    const path = name.startsWith('@/') ? name.slice(2) : name.startsWith('.') ? join(dirname(file), name) : undefined
    if (path === undefined) return []
    const found = ['', '.tsx', '.ts']
      .map((ending) => path + ending)
      .find((one) => /\.tsx?$/.test(one) && existsSync(join(root, one)))
    return found ? [found] : []
  })
}

/** Names a file that would need React in the browser, and what to do instead. */
function browserOnly(file: string, text: string): string[] {
  const hook =
    /import [^'"]*\b(use(?:State|Effect|LayoutEffect|Reducer|Ref|Transition|SyncExternalStore))\b[^'"]* from 'react'/.exec(
      text,
    )
  const cause = /^['"]use client['"]/.test(text) ? '"use client"' : hook?.[1]
  return cause
    ? [`${file} has ${cause}, and pages are served without React: docs/adding-content.md, "Behaviour in the browser".`]
    : []
}

function reachable(): Map<string, string> {
  const files = new Map<string, string>()
  const waiting = [entry]
  for (const file of waiting) {
    if (files.has(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    files.set(file, text)
    waiting.push(...importsOf(file, text))
  }
  return files
}

test('no component of a page needs React in the browser', () => {
  const files = reachable()
  expect([...files.keys()]).toContain('components/blocks/points/Points.tsx')
  expect([...files].flatMap(([file, text]) => browserOnly(file, text))).toEqual([])
})

test('a component that does is named, with the page of the docs that tells what to do', () => {
  const remedy = 'and pages are served without React: docs/adding-content.md, "Behaviour in the browser".'
  expect(browserOnly('A.tsx', "'use client'\n")).toEqual([`A.tsx has "use client", ${remedy}`])
  expect(browserOnly('A.tsx', "import {useId, useState} from 'react'\n")).toEqual([`A.tsx has useState, ${remedy}`])
})

test('every picture has its width and height, so that nothing moves when it arrives', () => {
  const files = globSync('components/**/*.tsx', {cwd: root, exclude: ['**/*.test.tsx', 'components/shareImage/**']})
  const bare = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/<img\b[\s\S]*?\/>/g)]
      .filter(([tag]) => !/\bwidth=/.test(tag) || !/\bheight=/.test(tag))
      .map(() => `${file} has a picture without width or height.`),
  )
  expect(bare).toEqual([])
})
