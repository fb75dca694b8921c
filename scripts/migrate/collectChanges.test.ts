import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import {gunzipSync} from 'node:zlib'
import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {at, createOrReplace, defineMigration, del, patch, set} from 'sanity/migrate'
import {expect, onTestFinished, test} from 'vitest'
import type {ContentDocument} from '@/sanity/health/contentDocuments'
import {datasetFindings} from '@/sanity/health/datasetFindings'
import addClaimExpiry from '@/studio/migrations/addClaimExpiry'
import tokensInClaims from '@/studio/migrations/tokensInClaims'
import {readSeed} from '@/tests/support/readSeed'
import {root} from '../product/paths.ts'
import {collectChanges, makeChanges} from './collectChanges.ts'

const fixture = join(root, 'studio/migrations/fixtures/seedBeforeClaimExpiry.ndjson.gz')

/** Opens a lake for the running test, with the seed as it was before claims had an expiry date. */
async function openOldLake() {
  const lake = await createTestLake()
  onTestFinished(() => lake.close())
  const client = createClient(lake.clientConfig)
  const lines = gunzipSync(await readFile(fixture))
    .toString()
    .split('\n')
    .filter(Boolean)
  const documents: ContentDocument[] = lines.map((line) => JSON.parse(line))
  await client.mutate(documents.map((createOrReplace) => ({createOrReplace})))
  return {client, documents}
}

const expiries = '*[_type == "claim"] | order(_id) {_id, expiryDate}'

test('an older seed is brought to today’s schema over HTTP: claims get their expiry date, and nothing else changes', async () => {
  const {client, documents} = await openOldLake()
  const others = () => client.fetch<string[]>('*[_type != "claim"]._rev')
  const before = await others()

  const collected = await collectChanges(addClaimExpiry, client)
  expect(collected.changes).toHaveLength(documents.filter(({_type}) => _type === 'claim').length)
  expect(await client.fetch('count(*[defined(expiryDate)])'), 'a dry run writes nothing').toBe(0)

  await makeChanges(collected, client)
  const seed = readSeed().filter(({_type}) => _type === 'claim')
  const today = seed.map(({_id, expiryDate}) => ({_id, expiryDate})).toSorted((a, b) => a._id.localeCompare(b._id))
  expect(await client.fetch(expiries)).toEqual(today)
  expect(await others()).toEqual(before)
  await makeChanges(await collectChanges(tokensInClaims, client), client)
  const migrated = await client.fetch<ContentDocument[]>('*')
  const errorsOf = (content: ContentDocument[]) =>
    datasetFindings(content, new Date('2027-01-01')).filter(({severity}) => severity === 'error')
  const younger = errorsOf(documents).filter(({check}) => check === 'missingPage')
  expect(errorsOf(migrated), 'but for pages that are younger').toEqual(younger)
  expect((await collectChanges(addClaimExpiry, client)).changes, 'a second run finds nothing to do').toEqual([])
})

test('an expiry date that an editor has set stays, and a claim without a review date is left alone', async () => {
  const {client} = await openOldLake()
  await client.patch('claim-passRate', {set: {expiryDate: '2030-01-01'}}).commit()
  await client.patch('claim-defects', {unset: ['reviewDate']}).commit()
  await client.patch('claim-onDuty', {set: {reviewDate: '2027-08-31'}}).commit()
  await makeChanges(await collectChanges(addClaimExpiry, client), client)
  const found: {_id: string; expiryDate: string | null}[] = await client.fetch(expiries)
  const expiryOf = (id: string) => found.find(({_id}) => _id === id)?.expiryDate
  expect(expiryOf('claim-passRate')).toBe('2030-01-01')
  expect(expiryOf('claim-defects')).toBeNull()
  expect(expiryOf('claim-onDuty')).toBe('2028-02-29')
})

test('the sentences of an older seed get their tokens, those that say something else are left to an editor', async () => {
  const {client} = await openOldLake()
  await client.patch('claim-favourableRate', {set: {figure: 97}}).commit()
  await makeChanges(await collectChanges(tokensInClaims, client), client)
  const claims = await client.fetch<ContentDocument[]>('*[_type == "claim"] | order(_id)')
  const seed = readSeed().filter(({_type}) => _type === 'claim')
  const statements = (documents: readonly ContentDocument[]) =>
    Object.fromEntries(documents.map(({_id, statement}) => [_id, statement]))
  expect(statements(claims)).toEqual({
    ...statements(seed),
    'claim-favourableRate': {_type: 'localeText', zh: '99% 的好评率。', en: 'A 99% favourable rate.'},
    // The seed says it in other words since.
    'claim-certificateTime': {
      _type: 'localeText',
      zh: '资质证书办理周期缩短 {figure}，从提交申请算到领取证书。',
      en: 'The certificate process is {figure} shorter, measured from application to certificate.',
    },
  })
  expect((await collectChanges(tokensInClaims, client)).changes, 'a second run finds nothing to do').toEqual([])
})

/** Ways of a migration to change a document that it has read. */
const waysToChange = {
  'a patch': tokensInClaims,
  'a patch of a document that it looks up': defineMigration({
    title: 'Copies',
    documentTypes: ['siteSettings'],
    migrate: {
      async document(_, {filtered}) {
        const claim = await filtered.getDocument('claim-unused')
        return patch('claim-unused', at('statement', set(claim?.statement)))
      },
    },
  }),
  'a replacement': defineMigration({
    title: 'Replaces',
    documentTypes: ['claim'],
    migrate: {document: (document) => createOrReplace(document)},
  }),
  'a deletion': defineMigration({
    title: 'Deletes',
    documentTypes: ['claim'],
    filter: '_id == "claim-unused"',
    migrate: {document: ({_id}) => del(_id)},
  }),
}

test.for(Object.entries(waysToChange))(
  'what an editor writes while a migration is worked out stays, and nothing is half migrated: %s',
  async ([, migration]) => {
    const {client, documents} = await openOldLake()
    const claim = documents.find(({_id}) => _id === 'claim-favourableRate')
    await client.createOrReplace({...claim, _id: 'claim-unused', _type: 'claim'})
    const collected = await collectChanges(migration, client)
    await client.patch('claim-unused', {set: {'statement.zh': '客户的好评。'}}).commit()
    const content = () => client.fetch<ContentDocument[]>('* | order(_id)')
    const before = await content()
    await expect(makeChanges(collected, client)).rejects.toThrow('Run it again')
    expect(await content()).toEqual(before)

    await makeChanges(await collectChanges(migration, client), client)
    const kept = await client.fetch<string | null>('*[_id == "claim-unused"][0].statement.zh')
    expect(kept).toBe(migration === waysToChange['a deletion'] ? null : '客户的好评。')
  },
)
