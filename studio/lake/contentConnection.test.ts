import {expect, test} from 'vitest'
import {readContentSource} from '../../sanity/env.ts'
import {contentConnection} from './contentConnection.ts'

const connect = (env: Record<string, string>) => contentConnection(readContentSource(env))

test('without a project id the Studio connects to the embedded lake, with its auth store', () => {
  const connection = connect({LAKE_PORT: '4444'})
  expect(connection).toMatchObject({projectId: 'local', dataset: 'production', apiHost: 'http://localhost:4444'})
  expect(connection.auth).toHaveProperty('state')
})

const auth = {loginMethod: 'token'}

test('with a project id it is a hosted Studio with token login', () => {
  const connection = connect({NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123', NEXT_PUBLIC_SANITY_DATASET: 'staging'})
  expect(connection).toEqual({projectId: 'abc123', dataset: 'staging', auth})
})

test('a hosted project on another HTTPS host keeps the Studio’s own client and login', () => {
  const env = {NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123', NEXT_PUBLIC_SANITY_API_HOST: 'https://api.example.com'}
  expect(connect(env)).toEqual({projectId: 'abc123', dataset: 'production', apiHost: 'https://api.example.com', auth})
})

test('a hosted project on a plain HTTP host uses the project’s host name', () => {
  const env = {NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123', NEXT_PUBLIC_SANITY_API_HOST: 'http://localhost:4444'}
  const {unstable_clientFactory: clientFactory, apiHost, auth} = connect(env)
  expect({apiHost, auth}).toEqual({apiHost: 'http://localhost:4444', auth: undefined})
  const client = clientFactory?.({
    projectId: 'abc123',
    dataset: 'production',
    apiHost,
    apiVersion: '2025-02-19',
    useCdn: false,
  })
  expect(client?.getUrl('/ping')).toBe('http://abc123.localhost:4444/v2025-02-19/ping')
})
