import {createClient} from '@redis/client'
import {createTransport} from 'nodemailer'
import pg from 'pg'
import {expect, test} from 'vitest'
import {readEnquiryEnv} from '@/enquiries/enquiryEnv.ts'
import {readSiteEnv} from '@/lib/env.ts'
import {readContentSource} from '@/sanity/env.ts'
import fc from '../support/fastCheck.ts'

const runs = 2000 * Number(process.env.FUZZ_FACTOR || 1)

const names = [
  ...['PORT', 'HOST', 'TRUSTED_PROXIES', 'LAKE_PORT', 'METRICS_PORT', 'LIGHT_PAGES', 'LOG_FORMAT', 'LOG_REQUESTS'],
  ...['NEXT_PUBLIC_SITE_URL', 'NEXT_PUBLIC_SANITY_PROJECT_ID', 'NEXT_PUBLIC_SANITY_DATASET'],
  ...[
    'NEXT_PUBLIC_SANITY_API_HOST',
    'NEXT_PUBLIC_SANITY_STUDIO_URL',
    'SANITY_API_READ_TOKEN',
    'SANITY_API_WRITE_TOKEN',
  ],
  ...['SANITY_API_TIMEOUT', 'CONTENT_FALLBACK', 'REDIS_URL', 'SITE_PROXY_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ...['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG', 'DATABASE_URL', 'SMTP_URL'],
  ...['ENQUIRY_MAIL_TO', 'ENQUIRY_MAIL_FROM', 'ENQUIRY_WEBHOOK_URL', 'ENQUIRY_WEBHOOK_FORMAT'],
  ...['ENQUIRY_WEBHOOK_SECRET', 'ENQUIRY_RETENTION_DAYS', 'ENQUIRY_ROLES'],
]

const scheme = fc.constantFrom('http', 'https', 'redis', 'rediss', 'postgres', 'smtp', 'smtps', 'ftp')
const login = fc.constantFrom('', '', 'u:p@', ':p%@', 'u:%zz@', 'u:a#b@', 'u:a/b@', 'u:a%2Fb@', 'u@')
const place = fc.constantFrom('example.com', 'localhost:6379', '127.0.0.1', '[::1]:5432', 'h:99999', '', 'a b')
const path = fc.constantFrom('', '', '/', '/1', '/h5', '/site', '?a=1', '#top', '/?', '//')
const address = fc.tuple(scheme, login, place, path).map(([start, ...rest]) => `${start}://${rest.join('')}`)
const plain = fc.constantFrom(
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '3000',
    '65536',
    '1e3',
    '0.5',
    'on',
    'ON',
    'true',
    'json',
    'seed',
    'abc',
    'a b',
    '３０',
    'é',
  ],
  ...['"3000"', "'on'", '127.0.0.1', '::1', '10.0.0.0/8', '127.0.0.1:3000', 'sales@example.com', 'Ada <a@b.c>', 'a\nb'],
)
const surrounded = fc
  .tuple(fc.oneof(address, plain, fc.string({maxLength: 6})), fc.constantFrom('', '', ' ', '\r', '\t'))
  .map(([value, space]) => space + value + space)
const environment = fc.dictionary(fc.constantFrom(...names), surrounded, {maxKeys: 6})

/** What is read; undefined where it is refused, by sentences that name a variable each. */
function read<Settings>(reader: (env: Record<string, string>) => Settings, env: Record<string, string>) {
  try {
    return reader(env)
  } catch (error) {
    const sentences = (error instanceof Error ? error.message : '').split('\n')
    for (const sentence of sentences) {
      expect(names).toContain(sentence.split(' ', 1).join())
      expect(sentence).toMatch(/ .+\. .*(?:Correct it|Set it|Write it|write|Leave it out).*\.$/)
    }
    return undefined
  }
}

test('whatever is set, it is refused by a sentence for each variable, or works where it is used', () => {
  const pathOf = (base: string) => new Request(`${base}/h5/about`).url.replace(new URL(base).origin, '')
  fc.assert(
    fc.property(environment, (env) => {
      const site = read(readSiteEnv, env)
      if (site?.redisUrl) createClient({url: site.redisUrl})
      if (site?.readToken) new Headers({Authorization: `Bearer ${site.readToken}`})
      if (site?.proxyUrl) expect(pathOf(site.proxyUrl)).toBe('/h5/about')
      if (site?.traces) new Request(site.traces.endpoint, {method: 'POST'})
      const content = read(readContentSource, env)
      if (content) {
        expect([pathOf(content.siteUrl), pathOf(content.apiHost)]).toEqual(['/h5/about', '/h5/about'])
        expect(pathOf(content.studioUrl)).toMatch(/\/h5\/about$/)
      }
      const enquiries = read(readEnquiryEnv, env)
      const database = enquiries?.place.url
      // The library cannot read a stray % beside an IPv6 address.
      if (database && !/%(?![\da-f]{2}).*\[/i.test(database)) new pg.Client({connectionString: database})
      if (enquiries?.mail) createTransport({url: enquiries.mail.server}).close()
      if (enquiries?.webhook) new Request(enquiries.webhook.url, {method: 'POST'})
    }),
    {numRuns: runs},
  )
})
