import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {newFolder} from '../testing/openTestLake.ts'
import {findEnvironment} from './findEnvironment.ts'

it('prefers the process, then local environment files, then the configuration', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'sanity.cli.ts'), "export default {api: {projectId: 'fromcli', dataset: 'staging'}}")
  expect(findEnvironment(folder, {})).toEqual({projectId: 'fromcli', dataset: 'staging'})
  await writeFile(join(folder, '.env'), 'PUBLIC_SANITY_PROJECT_ID=shared\n')
  await writeFile(join(folder, '.env.local'), 'NEXT_PUBLIC_SANITY_PROJECT_ID="mine"\n')
  expect(findEnvironment(folder, {})).toEqual({projectId: 'mine', dataset: 'staging'})
  expect(findEnvironment(folder, {SANITY_STUDIO_PROJECT_ID: 'given'}).projectId).toBe('given')
})

it('takes the project’s tokens by their names', async () => {
  const folder = await newFolder()
  const lines = ['SANITY_API_READ_TOKEN=reads', 'NEXT_PUBLIC_OTHER_TOKEN=other', 'SANITY_AUTH_TOKEN=writes']
  await writeFile(join(folder, '.env.local'), lines.join('\n'))
  expect(findEnvironment(folder, {})).toMatchObject({readToken: 'reads', writeToken: 'writes'})
  expect(findEnvironment(folder, {SANITY_API_WRITE_TOKEN: 'reads'})).toMatchObject({
    writeToken: 'reads',
    readToken: undefined,
  })
})
