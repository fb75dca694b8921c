import {describe, expect, test} from 'vitest'
import {licenceProblems} from './licences'
import {type Packages, readPackages} from './packages'

const packages = readPackages()

/** The lockfile with one more package. */
function withPackage(change: Partial<Packages[string]>): Packages {
  const some = packages['node_modules/react']
  if (!some) throw new Error('The lockfile has no React')
  return {...packages, 'node_modules/made-up': {...some, version: '1.2.3', ...change}}
}

test('the licences of all packages of production are known', () => expect(licenceProblems(packages)).toEqual([]))

describe('a package', () => {
  test.each([
    ['GPL-3.0-only', 'has the licence “GPL-3.0-only”'],
    ['AGPL-3.0-or-later', 'has the licence “AGPL-3.0-or-later”'],
    ['MPL-2.0', 'has the licence “MPL-2.0”'],
    ['MIT AND GPL-2.0-only', 'has the licence “MIT AND GPL-2.0-only”'],
    ['(MIT OR ISC) AND GPL-2.0-only', 'has the licence “(MIT OR ISC) AND GPL-2.0-only”'],
    ['UNLICENSED', 'has the licence “UNLICENSED”'],
    ['SEE LICENSE IN LICENSE', 'has the licence “SEE LICENSE IN LICENSE”'],
    [undefined, 'names no licence'],
  ])('with the licence %s is refused', (license, sentence) => {
    const [problem = '', ...others] = licenceProblems(withPackage({license}))
    expect(others).toEqual([])
    expect(problem).toContain(`made-up 1.2.3 ${sentence}`)
    expect(problem).toContain('Choose another package')
    expect(problem).toContain('scripts/notice/licences.ts')
  })

  test.each(['MIT', 'Apache-2.0 AND MIT', '(MIT OR GPL-3.0-or-later)', 'BSD-3-Clause'])('with %s is taken', (license) =>
    expect(licenceProblems(withPackage({license}))).toEqual([]),
  )

  test('for development may have any licence', () =>
    expect(licenceProblems(withPackage({license: 'GPL-3.0-only', dev: true}))).toEqual([]))

  test('that changes a licence which has a reason is looked at again', () => {
    const stega = packages['node_modules/@vercel/stega']
    const changed = {...packages, ...(stega && {'node_modules/@vercel/stega': {...stega, license: 'GPL-3.0-only'}})}
    expect(licenceProblems(changed)).toEqual([
      expect.stringContaining('has the licence “GPL-3.0-only”'),
      expect.stringContaining('take it off the list'),
    ])
  })

  test('that ships another licence than it names needs a reason', () => {
    const entry = packages['node_modules/exif-component']
    if (!entry) throw new Error('No package is known to ship another licence than it names')
    // Under a name that has no reason.
    const renamed = {...packages, 'node_modules/exif-component': {...entry, name: 'made-up'}}
    expect(licenceProblems(renamed)[0]).toContain('with the text of the GNU LESSER GENERAL PUBLIC LICENSE')
  })
})
