import {describe, expect, test} from 'vitest'
import {maxBodyBytes, type Received, receiveForm} from './receiveForm.ts'
import {enquiryCases} from './testing/enquiryCases.ts'
import {goodValues} from './testing/fixtures.ts'

const siteUrl = 'https://www.example.com'

interface Sent {
  fields?: Record<string, string>
  headers?: Record<string, string>
  url?: string
  store?: (received: Received) => Promise<'stored' | 'known' | 'limited'>
}

/** Posts a form as a browser does. Returns the outcome and what was stored. */
async function send({fields = {}, headers = {}, store}: Sent) {
  const body = new FormData()
  for (const [name, value] of Object.entries({...goodValues, locale: 'zh', ...fields})) body.set(name, value)
  const encoded = new Response(body)
  const request = new Request(`${siteUrl}/h5/api/contact`, {
    method: 'POST',
    headers: {
      origin: siteUrl,
      host: 'www.example.com',
      'content-type': encoded.headers.get('content-type') ?? '',
      ...headers,
    },
    body: await encoded.arrayBuffer(),
  })
  const stored: Received[] = []
  const keep = async (received: Received) => {
    stored.push(received)
    return 'stored' as const
  }
  const outcome = await receiveForm(request, {siteUrl, store: store ?? keep})
  return {outcome, stored}
}

describe('the server', () => {
  test.each(enquiryCases)('by the same rules: $title', async ({values, problems, phoneNumber}) => {
    const {outcome, stored} = await send({fields: values})
    if (problems && Object.values({...goodValues, ...values}).some((text) => !text.isWellFormed())) {
      // FormData replaces a lone surrogate by U+FFFD, which is stored.
      return expect(outcome.outcome).toBe('received')
    }
    if (problems) {
      expect(outcome).toMatchObject({outcome: 'incomplete', problems, values: {...goodValues, ...values}})
      return expect(stored).toEqual([])
    }
    expect(outcome.outcome).toBe('received')
    const {consent: _, interest: __, ...texts} = {...goodValues, ...values}
    expect(stored[0]?.enquiry).toMatchObject(texts)
    if (phoneNumber !== undefined) expect(stored[0]?.enquiry.phoneNumber).toBe(phoneNumber)
  })

  test('takes apart what the visitor is interested in', async () => {
    const {stored} = await send({fields: {interest: 'module-lims-entrust LIMS · 试验委托'}})
    expect(stored[0]?.enquiry).toMatchObject({interest: 'module-lims-entrust', interestName: 'LIMS · 试验委托'})
  })

  test('knows the page from the form, or without JavaScript from the address of the form’s page', async () => {
    const pageOf = async (sent: Sent) => (await send(sent)).stored[0]?.enquiry.page
    const referer = `${siteUrl}/h5/contact?from=/limsPages/entrust`
    expect(await pageOf({fields: {page: '/lims'}})).toBe('/lims')
    expect(await pageOf({fields: {page: 'demo-lims'}})).toBe('demo-lims')
    expect(await pageOf({headers: {referer}})).toBe('/limsPages/entrust')
    expect(await pageOf({fields: {page: 'https://evil.example/"><script>'}})).toBe('')
  })

  test.each(['http://', 'https://[', '//', ' ', 'javascript:alert(1)', '\u00ff'.repeat(2000)])(
    'takes a form whatever is said of the page that it comes from: %s',
    async (referer) => {
      const {outcome, stored} = await send({headers: {referer}, fields: {page: ''}})
      expect(outcome.outcome).toBe('received')
      expect(stored).toMatchObject([{enquiry: {page: '', locale: 'zh'}}])
    },
  )

  test.each([
    {locale: 'en', referer: undefined, expected: 'en'},
    {locale: 'zh', referer: '/h5/en/contact', expected: 'zh'},
    {locale: '', referer: '/h5/en/contact', expected: 'en'},
    {locale: 'fr', referer: '/h5/contact', expected: 'zh'},
  ])('answers in the language of the form, else of its page: "$locale", $referer', async (sent) => {
    const headers: Record<string, string> = sent.referer ? {referer: siteUrl + sent.referer} : {}
    const {outcome, stored} = await send({headers, fields: {locale: sent.locale}})
    expect([outcome.locale, stored[0]?.enquiry.locale]).toEqual([sent.expected, sent.expected])
  })

  test('refuses a form of another site, stores nothing', async () => {
    const foreign: Record<string, string>[] = [
      {origin: 'https://evil.example'},
      {origin: 'null'},
      {origin: 'http://www.example.com:8080'},
      {'sec-fetch-site': 'cross-site'},
      {'sec-fetch-site': 'same-site', origin: 'https://other.example.com'},
    ]
    for (const headers of foreign) {
      const {outcome, stored} = await send({headers})
      expect([headers, outcome.outcome, stored.length]).toEqual([headers, 'foreign', 0])
    }
  })

  test('takes one from a browser that hides its origin, under another name of the site, or without any', async () => {
    const own: Record<string, string>[] = [
      {origin: 'null', 'sec-fetch-site': 'same-origin'},
      {origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000'},
    ]
    for (const headers of own) {
      expect((await send({headers})).outcome.outcome).toBe('received')
    }
  })

  test('tells a bot that all went well, and puts aside what it sent', async () => {
    const bots: Record<string, string>[] = [{topic2: 'buy'}, {elapsed: '2999'}]
    for (const fields of bots) {
      const {outcome, stored} = await send({fields})
      expect([outcome.outcome, stored.map(({isSpam}) => isSpam)]).toEqual(['received', [true]])
    }
    const {outcome, stored} = await send({fields: {topic2: 'buy', name: ''}})
    expect([outcome.outcome, stored]).toEqual(['received', []])
    const flood = await send({fields: {topic2: 'buy'}, store: async () => 'limited'})
    expect(flood.outcome.outcome).toBe('received')
  })

  test('takes three seconds and more, and a browser that does not measure, for a person', async () => {
    for (const fields of [{elapsed: '3000'}, {elapsed: ''}]) {
      expect((await send({fields})).stored.map(({isSpam}) => isSpam)).toEqual([false])
    }
  })

  test('tells a visitor who sends a form twice that it was received', async () => {
    expect((await send({store: async () => 'known'})).outcome).toMatchObject({outcome: 'received', locale: 'zh'})
  })

  test('says so where it could not be stored, and keeps what was typed', async () => {
    const limited = await send({store: async () => 'limited'})
    expect(limited.outcome).toMatchObject({outcome: 'limited', values: goodValues})
    const broken = await send({store: () => Promise.reject(new Error('disk full'))})
    expect(broken.outcome).toMatchObject({outcome: 'failed', values: goodValues})
  })

  test('reads no more than it must', async () => {
    const {outcome, stored} = await send({fields: {message: 'x'.repeat(maxBodyBytes)}})
    expect([outcome.outcome, stored.length]).toEqual(['tooLarge', 0])
  })

  test('refuses what is no form', async () => {
    const request = new Request(`${siteUrl}/h5/api/contact`, {
      method: 'POST',
      headers: {referer: `${siteUrl}/h5/en/contact`, 'content-type': 'application/json'},
      body: '{}',
    })
    const outcome = await receiveForm(request, {siteUrl, store: async () => 'stored'})
    expect(outcome).toMatchObject({outcome: 'unsupported', locale: 'en'})
  })

  test.each([
    ['', 'unsupported'],
    ['text/plain', 'unsupported'],
    ['application/json; charset=utf-8', 'unsupported'],
    ['multipart/form-datax; boundary=a', 'unsupported'],
    ['multipart/form-data', 'unreadable'],
    ['multipart/form-data; boundary=a', 'unreadable'],
    ['Multipart/Form-Data; boundary=', 'unreadable'],
  ])('knows a broken form from none: %s is %s', async (type, expected) => {
    const body = new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx')
    const request = new Request(`${siteUrl}/h5/api/contact`, {
      method: 'POST',
      headers: type ? {'content-type': type} : {},
      body,
    })
    const {outcome} = await receiveForm(request, {siteUrl, store: async () => 'stored'})
    expect(outcome).toBe(expected)
  })
})
