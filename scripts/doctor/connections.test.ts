import {readFileSync, writeFileSync} from 'node:fs'
import {createServer as createHttpServer} from 'node:http'
import {createServer} from 'node:net'
import {join} from 'node:path'
import {describe, expect, inject, onTestFinished, test} from 'vitest'
import {migrations} from '@/enquiries/database/migrations.ts'
import {openDatabase} from '@/enquiries/database/openDatabase.ts'
import {submitEnquiry} from '@/enquiries/submitEnquiry.ts'
import {newEnquiry, submissionOf} from '@/enquiries/testing/fixtures.ts'
import {startMailServer} from '@/enquiries/testing/startMailServer.ts'
import {freePort} from '@/tests/support/freePort.ts'
import {listen} from '@/tests/support/listen.ts'
import {startCollector} from '@/tests/support/startCollector.ts'
import {newDatabase} from '@/tests/support/startPostgres.ts'
import {startRedis} from '@/tests/support/startRedis.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {checkCollector, checkDatabase, checkMail, checkProxy, checkRedis, checkWebhook} from './connections.ts'

/** Accepts connections and never says a word. */
async function startSilent(): Promise<number> {
  const server = createServer((socket) => onTestFinished(() => void socket.destroy()))
  onTestFinished(() => void server.close())
  return listen(server)
}

const mailTo = (server: string) => ({server, to: 'a@example.com', from: 'b@example.com'})
const soon = 200

describe('Redis', () => {
  test('answers', async () => {
    const redis = await startRedis(await freePort())
    onTestFinished(() => redis.kill())
    expect(await checkRedis(redis.url)).toEqual([{state: 'ok', text: `Redis answers at ${redis.url}`}])
  })

  test('is not needed', async () => {
    expect(await checkRedis(undefined)).toMatchObject([{state: 'skip'}])
  })

  test('refuses the channel of publishes', async () => {
    const redis = await startRedis(await freePort())
    onTestFinished(() => redis.kill())
    const url = await redis.addUser('site', {channels: 'none'})
    expect(await checkRedis(url)).toEqual([
      {
        state: 'fail',
        text: expect.stringContaining('Allow its user that channel, to subscribe and to publish.'),
      },
    ])
  })

  test('is away', async () => {
    const port = await freePort()
    expect(await checkRedis(`redis://someone:opensesame@127.0.0.1:${port}`)).toEqual([
      {
        state: 'fail',
        text: `Redis does not answer at redis://127.0.0.1:${port}: connection refused. Start it, correct REDIS_URL, or unset it with one instance.`,
      },
    ])
  })

  test('accepts and says nothing', async () => {
    const [finding] = await checkRedis(`redis://127.0.0.1:${await startSilent()}`, soon)
    expect(finding).toMatchObject({state: 'fail', text: expect.stringContaining('Start it, correct REDIS_URL')})
  })
})

describe('mail', () => {
  test('greets', async () => {
    const port = await freePort()
    const server = await startMailServer(port)
    onTestFinished(() => server.stop())
    expect(await checkMail(mailTo(`smtp://127.0.0.1:${port}`))).toMatchObject([{state: 'ok'}])
    expect(server.mails).toEqual([])
  })

  test('is not set, is away, never greets', async () => {
    expect(await checkMail(undefined)).toMatchObject([{state: 'skip'}])
    for (const port of [await freePort(), await startSilent()]) {
      const [finding] = await checkMail(mailTo(`smtp://someone:opensesame@127.0.0.1:${port}`), soon)
      expect(finding).toMatchObject({state: 'fail', text: expect.stringContaining(`smtp://127.0.0.1:${port} `)})
      expect(finding?.text).toMatch(
        /: (connection refused or closed, .* \(SMTP ESOCKET\)|no answer in time(?: \(SMTP ETIMEDOUT\))?)\. .*SMTP_URL/,
      )
      expect(finding?.text).not.toContain('opensesame')
    }
  })
})

describe('the webhook of enquiries', () => {
  const hook = (url: string) => ({url, secret: 'opensesame', format: 'json' as const})
  const answering = async (status: number) => {
    const asked: string[] = []
    const server = createHttpServer(({method = '', headers}, response) => {
      asked.push(`${method} ${headers['content-length'] ?? 0}`)
      response.writeHead(status, {location: '/'}).end()
    })
    onTestFinished(() => void server.close())
    return {asked, url: `http://127.0.0.1:${await listen(server)}`}
  }

  test('answers, and gets nothing to store', async () => {
    for (const status of [200, 404, 405]) {
      const {url, asked} = await answering(status)
      const [finding] = await checkWebhook(hook(`${url}/robot/opensesame?key=opensesame`))
      expect(finding).toEqual({
        state: 'ok',
        text: `The webhook of enquiries answers at ${url}; nothing was posted`,
      })
      expect(asked).toEqual(['HEAD 0'])
    }
  })

  test('leads elsewhere, fails', async () => {
    expect(await checkWebhook(hook((await answering(301)).url))).toMatchObject([
      {state: 'fail', text: expect.stringContaining('redirects (301)')},
    ])
    expect(await checkWebhook(hook((await answering(502)).url))).toMatchObject([
      {state: 'warn', text: expect.stringContaining('answers with 502')},
    ])
  })

  test('is not set, is away, says nothing', async () => {
    expect(await checkWebhook(undefined)).toMatchObject([{state: 'skip'}])
    for (const port of [await freePort(), await startSilent()]) {
      const [finding] = await checkWebhook(hook(`http://127.0.0.1:${port}/opensesame`), soon)
      expect(finding).toMatchObject({state: 'fail', text: expect.stringContaining('ENQUIRY_WEBHOOK_URL')})
      expect(finding?.text).not.toContain('opensesame')
    }
  })
})

describe('the proxy', () => {
  test('answers for the site, or that the site is away', async () => {
    for (const status of [200, 502]) {
      const server = createHttpServer((_, response) => void response.writeHead(status).end())
      onTestFinished(() => void server.close())
      const url = `http://127.0.0.1:${await listen(server)}`
      expect(await checkProxy(url)).toEqual([{state: 'ok', text: `The proxy answers at ${url}`}])
    }
  })

  test('is not set, leads elsewhere, is away', async () => {
    expect(await checkProxy(undefined)).toMatchObject([{state: 'skip'}])
    const elsewhere = createHttpServer((_, response) => void response.writeHead(301, {location: '/'}).end())
    onTestFinished(() => void elsewhere.close())
    for (const port of [await listen(elsewhere), await freePort()]) {
      const [finding] = await checkProxy(`http://127.0.0.1:${port}`)
      expect(finding).toMatchObject({state: 'warn', text: expect.stringContaining('SITE_PROXY_URL')})
    }
  })
})

describe('the collector of traces', () => {
  test('answers', async () => {
    const collector = await startCollector()
    onTestFinished(() => collector.stop())
    expect(await checkCollector(`${collector.url}/v1/traces`)).toEqual([
      {state: 'ok', text: `The collector of traces answers at ${collector.url}`},
    ])
    const [finding] = await checkCollector(`${collector.url}/elsewhere`)
    expect(finding).toMatchObject({state: 'warn', text: expect.stringContaining('takes no traces (404)')})
  })

  test('is not set, is away, says nothing', async () => {
    expect(await checkCollector(undefined)).toMatchObject([{state: 'skip'}])
    for (const port of [await freePort(), await startSilent()]) {
      const [finding] = await checkCollector(`http://127.0.0.1:${port}/v1/traces?key=opensesame`, soon)
      expect(finding).toMatchObject({state: 'warn', text: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT')})
      expect(finding?.text).not.toContain('opensesame')
    }
  })
})

describe('the database', () => {
  const places = {
    embedded: async () => ({file: join(temporaryFolder(), 'enquiries/enquiries.db')}),
    postgres: async () => ({url: await newDatabase(inject('postgres')), file: ''}),
  }
  test('on a server that has no database of that name is to be created', async () => {
    const url = (await newDatabase(inject('postgres'))).replace(/[^/]+$/, 'unmade')
    expect(await checkDatabase({url, file: ''})).toMatchObject([
      {state: 'fail', text: expect.stringContaining('Create it (createdb), or correct DATABASE_URL.')},
    ])
  })

  describe.each(Object.entries(places))('%s', (_, newPlace) => {
    test('is up to date, open or closed', async () => {
      const place = await newPlace()
      const database = await openDatabase(place)
      expect(await checkDatabase(place)).toMatchObject([{state: 'ok'}])
      await database.close()
      expect(await checkDatabase(place)).toMatchObject([{state: 'ok'}])
    })

    test('is of a newer version', async () => {
      const place = await newPlace()
      const {query, close} = await openDatabase(place)
      await query
        .withTables<{kysely_migration: {name: string; timestamp: string}}>()
        .withoutPlugins()
        .insertInto('kysely_migration')
        .values({name: '2099-01-01-later', timestamp: ''})
        .execute()
      await close()
      expect(await checkDatabase(place)).toMatchObject([
        {state: 'warn', text: expect.stringContaining('newer version (2099-01-01-later)')},
      ])
    })

    test('has deliveries that fail, by their reasons', async () => {
      const place = await newPlace()
      const database = await openDatabase(place)
      for (const name of ['Ada', 'Lin', 'Bob']) {
        await submitEnquiry(database, submissionOf({enquiry: newEnquiry({name}), sinks: ['webhook', 'mail']}))
      }
      expect(await checkDatabase(place)).toMatchObject([{state: 'ok'}])
      const set = (sink: string, values: {attempts: number; problem: string; state?: 'dead' | 'delivered'}) =>
        database.query.updateTable('deliveries').set(values).where('sink', '=', sink).execute()
      await set('webhook', {attempts: 3, problem: 'webhook 404'})
      expect(await checkDatabase(place)).toEqual([
        {state: 'ok', text: expect.any(String)},
        {
          state: 'warn',
          text: expect.stringMatching(/^3 deliveries of enquiries have failed by webhook: webhook 404\. /),
        },
      ])
      await set('webhook', {attempts: 40, problem: 'webhook 404', state: 'dead'})
      await set('mail', {attempts: 1, problem: 'SMTP 550', state: 'delivered'})
      expect(await checkDatabase(place)).toMatchObject([{state: 'ok'}, {state: 'warn'}])
      await database.close()
    })

    test('lacks migrations', async () => {
      const place = await newPlace()
      const {query, close} = await openDatabase(place)
      await query
        .withTables<{kysely_migration: {name: string}}>()
        .withoutPlugins()
        .deleteFrom('kysely_migration')
        .execute()
      await close()
      expect(await checkDatabase(place)).toMatchObject([
        {state: 'fail', text: expect.stringContaining(`lacks ${Object.keys(migrations).join(', ')}. Start the site`)},
      ])
    })
  })

  test('is damaged where only enquiries are, which nobody reads at a start', async () => {
    const place = {file: join(temporaryFolder(), 'enquiries/enquiries.db')}
    const database = await openDatabase(place)
    for (const name of ['Ada', 'Lin', 'Bob'])
      await submitEnquiry(
        database,
        submissionOf({enquiry: newEnquiry({name, message: name.repeat(600)}), formKey: name}),
      )
    await database.close()
    expect(await checkDatabase(place)).toMatchObject([{state: 'ok'}])
    const bytes = readFileSync(place.file)
    writeFileSync(place.file, bytes.fill(0xff, bytes.length - 4096))
    expect(await checkDatabase(place)).toMatchObject([
      {
        state: 'fail',
        text: expect.stringMatching(/cannot be read: the file is damaged\. .* move .*enquiries\.db away\./),
      },
    ])
  })

  test('takes no writes', async () => {
    const url = await newDatabase(inject('postgres'))
    await (await openDatabase({url, file: ''})).close()
    const place = {url: `${url}?options=-c%20default_transaction_read_only%3Don`, file: ''}
    expect(await checkDatabase(place)).toMatchObject([
      {state: 'fail', text: expect.stringContaining('takes no writes. Point DATABASE_URL')},
    ])
  })

  test('is away, says nothing, is damaged, is not there yet', async () => {
    for (const port of [await freePort(), await startSilent()]) {
      const [finding] = await checkDatabase({url: `postgres://someone:opensesame@127.0.0.1:${port}/x`, file: ''}, soon)
      expect(finding).toMatchObject({state: 'fail', text: expect.stringContaining('correct DATABASE_URL')})
      expect(finding?.text).not.toContain('opensesame')
    }
    expect(await checkDatabase({file: import.meta.filename})).toMatchObject([
      {state: 'fail', text: expect.stringContaining('Restore a backup')},
    ])
    expect(await checkDatabase({file: join(temporaryFolder(), 'none.db')})).toMatchObject([{state: 'skip'}])
  })
})
