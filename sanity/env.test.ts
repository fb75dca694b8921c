import {describe, expect, it} from 'vitest'
import {readContentSource, serverConnection, serverRequest} from './env.ts'

describe('where content comes from', () => {
  it('is the embedded lake while nothing is set', () => {
    expect(readContentSource({})).toEqual({
      embedded: true,
      projectId: 'local',
      dataset: 'production',
      apiHost: 'http://localhost:3333',
      imageHost: 'http://localhost:3333',
      useProjectHostname: false,
      apiVersion: '2025-02-19',
      lakeUrl: 'http://localhost:3333',
      studioUrl: 'http://localhost:3333',
      siteUrl: 'http://localhost:3000',
    })
  })

  it('uses the configured ports', () => {
    expect(readContentSource({PORT: '4000', LAKE_PORT: '4333'})).toMatchObject({
      siteUrl: 'http://localhost:4000',
      lakeUrl: 'http://localhost:4333',
    })
  })

  it('is hosted Sanity once a project id is set', () => {
    const hosted = readContentSource({NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123', NEXT_PUBLIC_SANITY_DATASET: 'staging'})
    expect(hosted).toMatchObject({
      embedded: false,
      projectId: 'abc123',
      dataset: 'staging',
      apiHost: 'https://api.sanity.io',
      imageHost: 'https://cdn.sanity.io',
      useProjectHostname: true,
      studioUrl: 'https://abc123.sanity.studio',
    })
    expect(hosted.lakeUrl).toBeUndefined()
    expect(serverRequest(hosted, '/data/query/staging').url).toBe(
      'https://abc123.api.sanity.io/v2025-02-19/data/query/staging',
    )
  })

  it('names the project in a header where its host would be below localhost', () => {
    const source = readContentSource({
      NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123',
      NEXT_PUBLIC_SANITY_API_HOST: 'http://localhost:3333',
    })
    expect(source.useProjectHostname).toBe(true)
    expect(serverConnection(source).useProjectHostname).toBe(false)
    expect(serverRequest(source, '/data/ping')).toEqual({
      url: 'http://localhost:3333/v2025-02-19/data/ping',
      headers: {'X-Sanity-Project-ID': 'abc123'},
    })
  })

  it('treats an empty variable as unset', () => {
    expect(readContentSource({NEXT_PUBLIC_SANITY_PROJECT_ID: '', PORT: ''}).embedded).toBe(true)
  })

  it.each([
    ['PORT', '0'],
    ['PORT', 'http'],
    ['LAKE_PORT', '70000'],
    ['NEXT_PUBLIC_SITE_URL', 'example.com'],
    ['NEXT_PUBLIC_SITE_URL', 'https://example.com/h5'],
    ['NEXT_PUBLIC_SANITY_PROJECT_ID', 'not an id'],
    ['NEXT_PUBLIC_SANITY_DATASET', 'Production!'],
    ['NEXT_PUBLIC_SANITY_API_HOST', 'ftp://example.com'],
    ['NEXT_PUBLIC_SANITY_STUDIO_URL', 'studio'],
  ])('refuses %s=%s with a sentence that names the variable and the remedy', (name, value) => {
    expect(() => readContentSource({[name]: value})).toThrow(new RegExp(`^${name} .+\\. Correct it .+ or unset it\\.$`))
  })

  it('reports all problems at once', () => {
    expect(() => readContentSource({PORT: 'x', LAKE_PORT: 'y'})).toThrow(/PORT is .+\nLAKE_PORT is /)
  })

  it.each([
    [{NEXT_PUBLIC_SITE_URL: 'https://www.example.com?from=mail'}, /NEXT_PUBLIC_SITE_URL must end with its host/],
    [{NEXT_PUBLIC_SITE_URL: 'https://www.example.com#top'}, /NEXT_PUBLIC_SITE_URL must end with its host/],
    [{NEXT_PUBLIC_SITE_URL: 'https://a:b@www.example.com'}, /NEXT_PUBLIC_SITE_URL holds a name or a password/],
    [{NEXT_PUBLIC_SANITY_API_HOST: 'https://api.sanity.io/v1'}, /NEXT_PUBLIC_SANITY_API_HOST must be an origin/],
    [{NEXT_PUBLIC_SANITY_STUDIO_URL: 'https://a.sanity.studio/?x'}, /NEXT_PUBLIC_SANITY_STUDIO_URL must end with/],
  ])('refuses an address to which no path can be added, or with a name that would be published: %o', (env, message) => {
    expect(() => readContentSource(env)).toThrow(message)
  })

  it('takes a Studio below a path', () => {
    const NEXT_PUBLIC_SANITY_STUDIO_URL = 'https://www.example.com/studio/'
    expect(readContentSource({NEXT_PUBLIC_SANITY_STUDIO_URL}).studioUrl).toBe('https://www.example.com/studio')
  })
})
