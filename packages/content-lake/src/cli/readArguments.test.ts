import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {UsageError} from '../errors.ts'
import {newFolder} from '../testing/openTestLake.ts'
import {readArguments} from './readArguments.ts'

describe('arguments', () => {
  it('become the options of a lake', async () => {
    const file = join(await newFolder(), 'hooks.json')
    await writeFile(
      file,
      '[{"name": "site", "url": "http://localhost:3000/hook", "secret": "s", "filter": "_type == \\"page\\""}]',
    )
    const command = readArguments([
      '--port',
      '0',
      '--allow-origin',
      'http://localhost:3000/x',
      '--webhook',
      file,
      '--import',
      'seed',
    ])
    expect(command).toMatchObject({task: {name: 'import', value: 'seed'}, importMode: 'missing'})
    expect(command.lake).toEqual({
      dir: '.data/lake',
      port: 0,
      allowedOrigins: ['http://localhost:3000'],
      webhooks: [
        {
          name: 'site',
          url: 'http://localhost:3000/hook',
          secret: 's',
          on: ['create', 'update', 'delete'],
          filter: '_type == "page"',
          includeDrafts: false,
        },
      ],
    })
  })

  it('say how old an edit may become before it is merged', () => {
    expect(readArguments(['--compact-after', '48']).lake.compactAfterHours).toBe(48)
    expect(readArguments(['--compact-after', 'never']).lake.compactAfterHours).toBe(Number.POSITIVE_INFINITY)
  })

  it('say how many event streams visitors may hold', () => {
    const {lake} = readArguments(['--visitor-streams', '5000', '--visitor-streams-per-address', '300'])
    expect(lake.streamLimits).toEqual({anonymous: 5000, anonymousPerAddress: 300})
    expect(readArguments(['--visitor-streams', '0']).lake.streamLimits).toEqual({anonymous: 0})
    expect(() => readArguments(['--visitor-streams', 'many'])).toThrow('--visitor-streams needs a whole number')
  })

  it('say who can reach it, and what is logged', () => {
    const {lake} = readArguments(
      [
        ['--host', '0.0.0.0', '--allow-host', 'lake.example', '--public-url', 'https://lake.example'],
        ['--trust-proxy', '127.0.0.1', '--trust-proxy', '::1', '--query-timeout', '2500', '--log', 'json', '--verbose'],
      ].flat(),
    )
    expect(lake).toMatchObject({
      host: '0.0.0.0',
      allowedHosts: ['lake.example'],
      publicUrl: 'https://lake.example',
      trustedProxies: ['127.0.0.1', '::1'],
      maxQueryMs: 2500,
      logFormat: 'json',
      logLevel: 'queries',
    })
    expect(readArguments(['--log', 'text']).lake).toMatchObject({logFormat: 'text', logLevel: 'requests'})
    expect(readArguments(['--log', 'json', '--log-level', 'problems']).lake).toMatchObject({
      logFormat: 'json',
      logLevel: 'problems',
    })
    expect(readArguments(['--set-password']).task.name).toBe('set-password')
    expect(readArguments(['--verbose']).task.name).toBe('serve')
    expect(readArguments(['--users', 'u.json', '--set-password', '--user', 'li'])).toMatchObject({
      user: 'li',
      lake: {users: 'u.json'},
    })
  })

  it.each([
    [['--allow-host', 'https://lake.example'], '--allow-host needs a name'],
    [['--project', 'my project'], '--project needs letters, digits and hyphens'],
    ...[' ', 'My-data', 'a/b', '生产', 'a'.repeat(65)].map((name): [string[], string] => [
      ['--dataset', name],
      '--dataset needs a name such as production',
    ]),
    [['--trust-proxy', 'proxy.example'], '--trust-proxy needs an address'],
    [['--public-url', 'https://lake.example/lake'], '--public-url needs a URL without a path'],
    [['--public-url', 'https://lake.example:99999'], '--public-url needs a URL without a path'],
    [['--public-url', 'https://me@lake.example'], '--public-url needs a URL without a path'],
    [['--query-timeout', '0'], '--query-timeout needs a number of milliseconds'],
    [['--log', 'xml'], '--log is one of text, json'],
    [['--log-level', 'all'], '--log-level is one of problems, requests, queries'],
    [['--port', 'http'], '--port needs a number'],
    [['--port', '70000'], '--port needs a number'],
    [['--metrics-port', '70000'], '--metrics-port needs a number'],
    [['--allow-origin', 'nonsense'], '--allow-origin needs an origin'],
    [['--frame-origin', 'nonsense'], '--frame-origin needs an origin'],
    [['--import-mode', 'merge'], '--import-mode is one of'],
    [['--import', 'a', '--export', 'b'], 'not both'],
    [['--backup', 'a', '--compact'], 'Give one of --backup and --compact'],
    [['--set-password', '--backup', 'a'], 'Give one of --set-password and --backup'],
    [['--compact-after', 'soon'], '--compact-after needs a number of hours or "never"'],
    [['--webhook', '/no/such/file.json'], 'The webhooks in /no/such/file.json cannot be used'],
    [['--unique', '/no/such/file.json'], 'The unique fields in /no/such/file.json cannot be used'],
    [['--user', 'li'], '--user needs --set-password and --users'],
    [['--users', 'u.json', '--set-password'], '--set-password needs --user'],
    [['--users', ''], '--users needs a value, not ""'],
    [['--backup='], '--backup needs a value'],
    [['--webhook', '', '--webhook', 'hooks.json'], '--webhook needs a value'],
    [['stray'], "Unexpected argument 'stray'"],
  ])('that are wrong are explained: %j', (args, message) => {
    expect(() => readArguments(args)).toThrow(UsageError)
    expect(() => readArguments(args)).toThrow(message)
  })

  it.each([
    ['{"type": "post"}', 'the file: a list is expected'],
    ['[{"type": "post", "fields": []}]', '[0].fields: there is no field'],
    ['[{"type": "post", "fields": ["slug"], "keep": "yes"}]', '[0].keep: true or false'],
    ['[{"type": "post", "fields": ["slug"], "kept": true}]', '[0]: "kept" is not one of'],
  ])('that name a wrong file of unique fields are explained: %s', async (json, message) => {
    const file = join(await newFolder(), 'unique.json')
    await writeFile(file, json)
    expect(() => readArguments(['--unique', file])).toThrow(message)
  })

  it.each([
    ['{"name": "x"}', '[0].url: a text is expected'],
    ['{"name": "x", "url": "http://x", "secret": "s", "on": ["publish"]}', '[0].on: "publish" is not one of create'],
    ['[{"name": "x", "url": "http://x", "secret": "s", "headers": {}}]', '[0]: "headers" is not one of name, url'],
    ['3', '[0]: an object with name, url'],
  ])('that name a wrong webhook file are explained: %s', async (json, message) => {
    const file = join(await newFolder(), 'hooks.json')
    await writeFile(file, json)
    expect(() => readArguments(['--webhook', file])).toThrow(message)
  })
})
