import {expect, it} from 'vitest'
import {ContentError} from './ContentError.ts'
import {readContentSource} from './env.ts'

const refused = new TypeError('fetch failed', {cause: new Error('connect ECONNREFUSED 127.0.0.1:3333')})

it('an unreachable embedded lake: names the URL and the remedy', () => {
  expect(ContentError.unreachable(readContentSource({}), refused).message).toBe(
    'The content API at http://localhost:3333 did not deliver (connect ECONNREFUSED 127.0.0.1:3333). Start the embedded lake (npm start does so before it builds), or set NEXT_PUBLIC_SANITY_PROJECT_ID to use hosted Sanity.',
  )
})

it('unreachable hosted Sanity: names the variables to check', () => {
  const {message} = ContentError.unreachable(readContentSource({NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc'}), refused)
  expect(message).toContain('Check NEXT_PUBLIC_SANITY_PROJECT_ID, NEXT_PUBLIC_SANITY_DATASET')
})

it('a missing page: names the route and how to import it', () => {
  expect(ContentError.missingPage(readContentSource({}), '/about').message).toMatch(
    /holds no page for \/about\. Import .+ npm run seed/,
  )
})
