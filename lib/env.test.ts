import {BlockList} from 'node:net'
import {expect, it} from 'vitest'
import {readSiteEnv} from './env.ts'

it('the site works without tokens, and asks itself on its own port', () => {
  expect(readSiteEnv({PORT: '4000'})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    trustedProxies: expect.any(BlockList),
    selfOrigin: 'http://127.0.0.1:4000',
    readToken: undefined,
    webhookSecret: undefined,
    redisUrl: undefined,
    proxyUrl: undefined,
    contentTimeout: 10_000,
    contentFallback: undefined,
    lightPages: true,
    log: {format: 'text', requests: false},
    metricsPort: undefined,
    traces: undefined,
  })
})

it('traces are sent where the standard variables say, if they say so', () => {
  const of = (env: Record<string, string>) => readSiteEnv(env).traces
  expect(of({OTEL_SERVICE_NAME: 'h5', OTEL_TRACES_SAMPLER_ARG: '0.1'})).toBeUndefined()
  const base = {OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/'}
  expect(of(base)).toEqual({endpoint: 'http://localhost:4318/v1/traces', serviceName: 'site', ratio: 1})
  expect(of({...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4319/in'})?.endpoint).toBe(
    'http://localhost:4319/in',
  )
  expect(of({...base, OTEL_SERVICE_NAME: 'h5', OTEL_TRACES_SAMPLER_ARG: '0.1'})).toMatchObject({
    serviceName: 'h5',
    ratio: 0.1,
  })
})

it.each([
  [{SANITY_API_TIMEOUT: '0'}, /SANITY_API_TIMEOUT is not a number of milliseconds/],
  [{REDIS_URL: 'localhost:6379'}, /REDIS_URL is not a redis:\/\/ or rediss:\/\/ URL/],
  [{REDIS_URL: 'redis://:a#b@localhost'}, /REDIS_URL cannot be read as a URL\. .* # as %23/],
  [{REDIS_URL: 'redis://:100%@localhost'}, /REDIS_URL holds a % that is no code\. Write it as %25\.$/],
  [{REDIS_URL: 'redis://localhost/site'}, /REDIS_URL has a path that is no number\. .* redis:\/\/localhost:6379\/0\.$/],
  [{SANITY_API_READ_TOKEN: 'sk…abc'}, /SANITY_API_READ_TOKEN holds a space, a line end or a letter that no token has/],
  [{SANITY_API_WRITE_TOKEN: 'sk abc'}, /SANITY_API_WRITE_TOKEN holds a space/],
  [{SANITY_API_ADMIN_TOKEN: '"skabc"'}, /SANITY_API_ADMIN_TOKEN is in quotes, which are taken for a part of it/],
  [{SITE_PROXY_URL: 'http://127.0.0.1:8081/h5'}, /SITE_PROXY_URL must be an origin without a path/],
  [{SITE_PROXY_URL: 'http://site:word@127.0.0.1:8081'}, /SITE_PROXY_URL holds a name or a password/],
  [
    {OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318?key=1'},
    /OTEL_EXPORTER_OTLP_ENDPOINT must end with its host or path/,
  ],
  [{SITE_PROXY_URL: '127.0.0.1:8081'}, /SITE_PROXY_URL is not an http or https URL/],
  [{HOST: 'http://0.0.0.0'}, /HOST is not an address or a host name/],
  [{HOST: '127.0.0.1:3000'}, /HOST is not an address or a host name/],
  [{TRUSTED_PROXIES: '1'}, /TRUSTED_PROXIES holds 1, which is no address and no network/],
  [{TRUSTED_PROXIES: 'localhost'}, /TRUSTED_PROXIES holds localhost, which is no address/],
  [{TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/33'}, /TRUSTED_PROXIES holds 10.0.0.0\/33/],
  [{TRUSTED_PROXIES: '10.0.0.0/8/8'}, /TRUSTED_PROXIES holds 10.0.0.0\/8\/8/],
  [{TRUSTED_PROXIES: '10.0.0.0/'}, /TRUSTED_PROXIES holds 10.0.0.0\//],
  [{CONTENT_FALLBACK: 'yes'}, /CONTENT_FALLBACK is neither "seed" nor "none"/],
  [{METRICS_PORT: '0'}, /METRICS_PORT is not a port between 1 and 65535/],
  [{OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317'}, /OTEL_EXPORTER_OTLP_ENDPOINT is not an http or https URL/],
  [{OTEL_TRACES_SAMPLER_ARG: '10'}, /OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1/],
  [{LIGHT_PAGES: 'no'}, /LIGHT_PAGES is neither "on" nor "off"/],
])('a setting that means nothing stops the start: %o', (env, message) => {
  expect(() => readSiteEnv(env)).toThrow(message)
})

it('light pages can be switched off', () => {
  expect(readSiteEnv({LIGHT_PAGES: 'off'}).lightPages).toBe(false)
})

it('an empty secret counts as none', () => {
  expect(readSiteEnv({SANITY_WEBHOOK_SECRET: '', SANITY_API_READ_TOKEN: 'r'})).toMatchObject({
    readToken: 'r',
    webhookSecret: undefined,
  })
})

it.each([
  [undefined, '127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', '::', 'http://127.0.0.1:3000'],
  ['::1', '::1', 'http://[::1]:3000'],
  ['10.0.0.5', '10.0.0.5', 'http://10.0.0.5:3000'],
])('HOST %s listens on %s and asks itself at %s', (HOST, host, selfOrigin) => {
  expect(readSiteEnv({HOST})).toMatchObject({host, selfOrigin})
})

it('believes the proxies that are listed, and no other', () => {
  const {trustedProxies} = readSiteEnv({TRUSTED_PROXIES: '127.0.0.1,::1, 10.0.0.0/8 ,2001:db8::/32'})
  for (const address of ['127.0.0.1', '10.255.0.1']) expect(trustedProxies.check(address), address).toBe(true)
  for (const address of ['::1', '2001:db8:1::5']) expect(trustedProxies.check(address, 'ipv6'), address).toBe(true)
  for (const address of ['127.0.0.2', '11.0.0.1']) expect(trustedProxies.check(address), address).toBe(false)
  expect(readSiteEnv({}).trustedProxies.check('127.0.0.1')).toBe(false)
})
