import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {envFileHints, fileSettings, shellSettings} from './envFile.ts'
import {root} from './paths.ts'

function hintsOf(text: string): string[] {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env.local'), text)
  return envFileHints(folder)
}

test.each([
  ['LAKEPORT', 'LAKE_PORT'],
  ['SANITY_PROJECT_ID', 'NEXT_PUBLIC_SANITY_PROJECT_ID'],
  ['NEXT_PUBLIC_SANITY_PROJECTID', 'NEXT_PUBLIC_SANITY_PROJECT_ID'],
  ['SANITY_READ_TOKEN', 'SANITY_API_READ_TOKEN'],
  ['SITE_URL', 'NEXT_PUBLIC_SITE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['PROT', 'PORT'],
])('of %s in .env.local it is asked whether %s was meant', (name, meant) => {
  expect(hintsOf(`${name}=value\n`)).toEqual([
    `${name} in .env.local is not a setting of this project. Did you mean ${meant}?`,
  ])
})

test('variables of other programs are nobody’s mistake', () => {
  expect(hintsOf('PATH=/bin\nNODE_OPTIONS=--inspect\nOTEL_EXPORTER_OTLP_HEADERS=a\nTZ=UTC\nHTTPS_PROXY=a\n')).toEqual(
    [],
  )
})

test('a setting that only the shell can give is named, and so is a line without an equals sign', () => {
  expect(hintsOf('DATA_DIR=data\nPORT: 3100\n# PORT 3100\nHOST 0.0.0.0\n')).toEqual([
    'PORT in .env.local has no "=". Write PORT=value.',
    'HOST in .env.local has no "=". Write HOST=value.',
    'DATA_DIR in .env.local comes too late. Set it in the shell.',
  ])
})

test('a file that Next alone reads is named', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.env'), 'PORT=3100\n')
  expect(envFileHints(folder)).toEqual(['.env is read by the site alone. Move its settings to .env.local.'])
})

test('every setting of .env.example is known, with where it may stand, and none is in vain', () => {
  const [file = '', shell = ''] = readFileSync(join(root, '.env.example'), 'utf8').split(
    'The rest is read from the shell only',
  )
  const namesIn = (text: string) => [...text.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name = '']) => name).toSorted()
  expect(fileSettings.toSorted()).toEqual(namesIn(file))
  expect(shellSettings.toSorted()).toEqual(namesIn(shell))
  expect(hintsOf(readFileSync(join(root, '.env.example'), 'utf8'))).toEqual([])
})

test('a value that ends earlier or later than it seems to is named', () => {
  expect(
    hintsOf(
      'SANITY_WEBHOOK_SECRET=open#sesame\nSMTP_URL="smtp://a:b#c@d" # quoted\nHOST=::1 # spaced\n# PORT=1#2\nENQUIRY_MAIL_TO="a@b\nPORT=3100\nENQUIRY_MAIL_FROM="c@d"\n',
    ),
  ).toEqual([
    'SANITY_WEBHOOK_SECRET in .env.local ends before its #, as a comment begins there. Put the value into quotes.',
    'ENQUIRY_MAIL_TO in .env.local goes on in the next line. Close its quotes.',
  ])
})
