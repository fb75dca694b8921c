import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {expect, it} from 'vitest'
import {readSeed} from '@/tests/support/readSeed'
import {uniqueRules} from './uniqueFields.ts'

it('the lake refuses a second scenario with the same name in links, and a second module with the same page', async () => {
  const lake = await createTestLake({unique: uniqueRules})
  const client = createClient({...lake.clientConfig, maxRetries: 0})
  try {
    await client.mutate(readSeed().map((createOrReplace) => ({createOrReplace})))
    const copyOf = async (id: string) => ({...(await client.getDocument(id)), _id: 'copy', _type: 'scenario'})
    const lqm = await copyOf('scenario-lqm')
    await expect(client.create(lqm)).rejects.toThrow('This name in links belongs to another scenario: choose another.')
    await client.create({...lqm, _id: 'drafts.copy'})
    const publish = {actionType: 'sanity.action.document.publish', draftId: 'drafts.copy', publishedId: 'copy'} as const
    await expect(client.action(publish)).rejects.toThrow('这个链接名已经属于另一个场景')

    await client.patch('scenario-lqm', {set: {anchor: 'quality', formerAnchors: ['lqm']}}).commit()
    await expect(client.action(publish)).rejects.toThrow('这个链接名已经属于另一个场景')
    await client.delete('scenario-lqm')
    await expect(client.action(publish)).rejects.toThrow('这个链接名已经属于另一个场景')
    await client.patch('drafts.copy', {set: {anchor: 'lqm2'}}).commit()
    await client.action(publish)

    const [module] = readSeed().filter(({_type, route}) => _type === 'productModule' && typeof route === 'string')
    const second = {...module, _id: 'module-copy', _type: 'productModule'}
    await expect(client.create(second)).rejects.toThrow('This feature page presents another module already.')
  } finally {
    await lake.close()
  }
})
