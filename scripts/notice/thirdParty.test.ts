import {expect, test} from 'vitest'
import {type Packages, readPackages} from './packages'
import {thirdPartyNotice} from './thirdParty'

const packages = readPackages()
const notice = thirdPartyNotice(packages)

test.each([
  ['React', 'react', 'Copyright (c) Meta Platforms, Inc. and affiliates.'],
  ['Next', 'next', 'Vercel, Inc.'],
  ['what Next holds compiled', 'react-dom', 'Copyright'],
  ['the Studio', 'sanity', 'Sanity'],
  ['what the Studio depends on', 'rxjs', 'Copyright'],
  ['what the lake’s queries run on in the Studio', 'groq-js', 'Copyright'],
])('%s is listed, with its copyright', (_what, name, copyright) => {
  const entry = notice.match(new RegExp(`^${name} .*\\n(?: {4}.*\\n)+`, 'm'))?.[0]
  expect(entry).toContain(copyright)
})

test.each([
  ['Apache-2.0', 'Apache License\n'],
  ['MPL-2.0', 'Mozilla Public License Version 2.0'],
  ['the fonts’ licence', 'SIL OPEN FONT LICENSE'],
  ['MIT', 'Permission is hereby granted, free of charge'],
])('the text of %s is there', (_licence, text) => expect(notice).toContain(text))

test('@vercel/stega, which is under copyleft, is listed with its sources', () =>
  expect(notice).toMatch(/^@vercel\/stega .*\n {4}https:\/\//m))

test('nothing under the GPL or LGPL is in a bundle', () =>
  expect(notice).not.toMatch(/^\s*GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE/m))

test('what stays on the server is not listed', () => {
  for (const name of ['kysely', 'nodemailer', 'vitest', 'vite', 'sharp', 'hono']) {
    expect(notice).not.toMatch(new RegExp(`^${name} \\d`, 'm'))
  }
})

test('a further dependency of the Studio is listed', () => {
  const studio = packages.studio
  if (!studio) throw new Error('The lockfile has no Studio')
  const more: Packages = {...packages, studio: {...studio, dependencies: {...studio.dependencies, hono: '*'}}}
  expect(thirdPartyNotice(more)).toMatch(/^hono \d/m)
})
