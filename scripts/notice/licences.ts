import {nameOf, type Packages, readLicence} from './packages.ts'

/** Licences that ask for no more than their text and the names of the authors, which THIRD_PARTY_LICENSES.txt has. */
const permissive = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0'],
])

interface Exception {
  /** A name, or the beginning of several followed by `*`. */
  packages: string
  /** As the lockfile has it, `none` where it has none: a package that changes its licence is looked at again. */
  licence: string
  reason: string
}

/** Packages with another licence, each with the reason why it may be used. */
const exceptions: readonly Exception[] = [
  {
    packages: '@fontsource/noto-sans-sc',
    licence: 'OFL-1.1',
    reason: 'A font, drawn into the pictures for sharing and not changed. Its text is in THIRD_PARTY_LICENSES.txt.',
  },
  {
    packages: '@vercel/stega',
    licence: 'MPL-2.0',
    reason: 'Copyleft by file: it is not changed, and THIRD_PARTY_LICENSES.txt says where its sources are.',
  },
  {
    packages: 'lightningcss*',
    licence: 'MPL-2.0',
    reason: 'Copyleft by file: a tool of builds, not changed, and no part of what they make.',
  },
  {
    packages: '@img/sharp-libvips-*',
    licence: 'LGPL-3.0-or-later',
    reason: 'A library of its own that sharp loads as it runs, on the server, not changed and replaceable.',
  },
  {
    packages: '@img/sharp-win32-*',
    licence: 'Apache-2.0 AND LGPL-3.0-or-later',
    reason: 'sharp with the library above, for Windows.',
  },
  {
    packages: '@img/sharp-wasm32',
    licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    reason: 'sharp with the library above, for machines without a build of their own.',
  },
  {
    packages: 'exif-component',
    licence: 'MIT, with the text of the GNU LESSER GENERAL PUBLIC LICENSE',
    reason: `package.json says MIT; its file LICENSE and its sources say LGPL-3.0-or-later. It is installed with \`sanity\` and
      nothing runs it: studio/build/withoutExif.ts takes its place in the Studio’s bundle.`,
  },
  {
    packages: 'caniuse-lite',
    licence: 'CC-BY-4.0',
    reason: 'Data on browsers that builds read; no part of what they make.',
  },
  {packages: 'jsonify', licence: 'Public Domain', reason: 'Nobody’s; no identifier says so.'},
  {
    packages: 'md5-o-matic',
    licence: 'none',
    reason: 'MIT: its package.json says so in the field “licenses” of older versions of npm.',
  },
  ...['@next/swc-*', '@swc/core-*', '@rolldown/binding-*'].map((packages) => ({
    packages,
    licence: 'none',
    reason: 'The binary for one platform, of a project under MIT or Apache-2.0. The lockfile has no licence for some.',
  })),
]

const here = 'scripts/notice/licences.ts'

/**
 * Returns a sentence for each package of production whose licence is neither permissive nor excused by a reason. Takes
 * the licences from the lockfile, and looks in what is installed for texts that say something else.
 */
export function licenceProblems(packages: Packages): string[] {
  const unused = new Set(exceptions)
  const problems = new Set<string>()
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || entry.dev || entry.link) continue
    const licence = licenceOf(entry.license ?? 'none', readLicence(path))
    if (isPermissive(licence)) continue
    const name = nameOf(path, entry)
    const exception = exceptions.find((one) => one.licence === licence && isMeant(one, name))
    if (exception) unused.delete(exception)
    else problems.add(sentence(`${name} ${entry.version}`, licence))
  }
  for (const {packages: meant, licence} of unused) {
    problems.add(`${meant} with the licence “${licence}” is no longer installed: take it off the list in ${here}.`)
  }
  return [...problems]
}

function sentence(title: string, licence: string): string {
  const has = licence === 'none' ? 'names no licence' : `has the licence “${licence}”, which is not on the list`
  return (
    `${title} ${has}. Choose another package; or, if this one may be used in production, add it to the ` +
    `exceptions in ${here}, with the reason. “npm explain” says who asks for it.`
  )
}

/** Returns the licence that a package names, with that of the text that it ships, if that is one of GNU’s. */
function licenceOf(named: string, text: string): string {
  const [shipped] = /GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE/i.exec(text.slice(0, 1000)) ?? []
  return shipped && !named.includes('GPL') ? `${named}, with the text of the ${shipped}` : named
}

/** Reads lists of one kind, `A OR B` or `A AND B`; anything more complicated is for a person to read. */
function isPermissive(expression: string): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some((one) => permissive.has(one))
  return text.split(' AND ').every((one) => permissive.has(one))
}

function isMeant({packages}: Exception, name: string): boolean {
  return packages.endsWith('*') ? name.startsWith(packages.slice(0, -1)) : name === packages
}
