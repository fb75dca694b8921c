import {readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {findProblem, savePassword} from '../access/password.ts'
import {barrier} from '../testing/barrier.ts'
import {openNamedLake, USER_PASSWORD} from '../testing/openNamedLake.ts'
import {movedCookie, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

const NEXT = 'seventeen quiet otters'
const page = {accept: 'text/html', 'accept-language': 'en'}

function formsOf(url: string) {
  const post = (path: string, cookie: string, fields: Record<string, string> | [string, string][], headers = {}) =>
    fetch(`${url}/lake/${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {origin: url, cookie, ...page, ...headers},
      body: new URLSearchParams(fields),
    })
  const signIn = async (name: string, password: string) => {
    const answer = await post('login', '', {name, password})
    return {
      status: answer.status,
      cookie: answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    }
  }
  const change = (cookie: string, current: string, next: string, again = next) =>
    post('account/password', cookie, {current, next, again})
  const isGood = async (cookie: string) => (await fetch(`${url}/v1/users/me`, {headers: {cookie}})).status === 200
  return {post, signIn, change, isGood}
}

async function open() {
  const opened = await openNamedLake([], ['editor', 'viewer'])
  return {...opened, url: opened.lake.url, ...formsOf(opened.lake.url)}
}

describe('changing the password', () => {
  it('takes the current one, ends all other sessions of that person, and outlives a restart', async () => {
    const {lake, file, change, signIn, isGood} = await open()
    const [here, there, viewer] = [
      await signIn('editor', USER_PASSWORD),
      await signIn('editor', USER_PASSWORD),
      await signIn('viewer', USER_PASSWORD),
    ]
    const answer = await change(here.cookie, USER_PASSWORD, NEXT)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('role="status">Your password is changed'),
    ])
    const now = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const states = [here.cookie, there.cookie, viewer.cookie, now].map(isGood)
    expect(await Promise.all(states)).toEqual([false, false, true, true])
    expect((await signIn('editor', USER_PASSWORD)).status).toBe(401)
    await lake.close()
    const kept = join(lake.options.dir, 'user-passwords.json')
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect(readFileSync(kept, 'utf8')).not.toContain(NEXT)
    const reopened = await openTestLake({dir: lake.options.dir, users: file})
    const again = formsOf(reopened.url)
    expect([(await again.signIn('editor', NEXT)).status, await again.isGood(movedCookie(now, reopened))]).toEqual([
      303,
      true,
    ])
  })

  it('of a form that is sent twice, by a double click, tells both that it is done', async () => {
    const {lake, change, signIn, isGood} = await open()
    const {cookie} = await signIn('editor', USER_PASSWORD)
    const [bothCame, changeOne] = [barrier(2), lake.logins.change]
    vi.spyOn(lake.logins, 'change').mockImplementation((...given) => bothCame().then(() => changeOne(...given)))
    const answers = await Promise.all([0, 1].map(() => change(cookie, USER_PASSWORD, NEXT)))
    expect(answers.map(({status}) => status)).toEqual([200, 200])
    const sessions = answers.map(({headers}) => headers.getSetCookie()[0]?.split(';')[0] ?? '')
    expect((await Promise.all(sessions.map(isGood))).filter(Boolean)).toHaveLength(1)
    expect((await signIn('editor', NEXT)).status).toBe(303)
  })

  it.each([
    ['a wrong current password', 'not the password', NEXT, NEXT, 401, 'not the current password'],
    ['two that differ', USER_PASSWORD, NEXT, `${NEXT}!`, 400, 'differ'],
    ['a short one', USER_PASSWORD, 'ninechars', 'ninechars', 400, 'too short'],
    ['a frequent one', USER_PASSWORD, 'Qwerty12345', 'Qwerty12345', 400, 'leaked'],
    ['the own name', USER_PASSWORD, 'editor-2026', 'editor-2026', 400, 'your name'],
  ])('refuses %s, and changes nothing', async (_, current, next, again, status, words) => {
    const {change, signIn, isGood} = await open()
    const {cookie} = await signIn('editor', USER_PASSWORD)
    const answer = await change(cookie, current, next, again)
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(`role="alert">[^<]*${words}`)])
    expect([await isGood(cookie), (await signIn('editor', USER_PASSWORD)).status]).toEqual([true, 303])
  })

  it('is not for tokens, strangers or other sites', async () => {
    const {url, post, signIn} = await open()
    const fields = {current: USER_PASSWORD, next: NEXT, again: NEXT}
    const {cookie} = await signIn('editor', USER_PASSWORD)
    const statuses = [
      await post('account/password', '', fields),
      await post('account/password', '', fields, {authorization: `Bearer ${TEST_TOKENS.admin}`}),
      await post('account/password', cookie, fields, {origin: 'http://evil.example'}),
      await fetch(`${url}/lake/account/password`, {
        method: 'POST',
        headers: {cookie},
        body: new URLSearchParams(fields),
      }),
    ].map(({status}) => status)
    expect(statuses).toEqual([401, 403, 403, 401])
    expect((await signIn('editor', USER_PASSWORD)).status).toBe(303)
  })

  it('counts wrong guesses at the current one with those at the login', async () => {
    const {change, signIn} = await open()
    const {cookie} = await signIn('editor', USER_PASSWORD)
    const guess = () => change(cookie.replace(/lakeDevice\S+/, ''), 'not the password', NEXT)
    const answers = []
    for (let count = 0; count < 6; count += 1) answers.push(await guess())
    expect(answers.map(({status}) => status)).toEqual([401, 401, 401, 401, 401, 429])
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await signIn('editor', USER_PASSWORD)).status).toBe(429)
  })

  it('works for the one password of all, but not for one from the configuration', async () => {
    const dir = await newFolder()
    savePassword(dir, USER_PASSWORD)
    const kept = formsOf((await openTestLake({dir})).url)
    const {cookie} = await kept.signIn('', USER_PASSWORD)
    expect((await kept.change(cookie, USER_PASSWORD, NEXT)).status).toBe(200)
    expect((await kept.signIn('', NEXT)).status).toBe(303)
    const given = formsOf((await openTestLake({password: USER_PASSWORD})).url)
    const refused = await given.change((await given.signIn('', USER_PASSWORD)).cookie, USER_PASSWORD, NEXT)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('server’s settings')])
  })
})

describe('the account page', () => {
  it('lists the own sessions, in Chinese and English, and ends those that are chosen, with the password', async () => {
    const {lake, url, post, signIn, isGood} = await open()
    const [here, there, viewer] = [
      await signIn('editor', USER_PASSWORD),
      await signIn('editor', USER_PASSWORD),
      await signIn('viewer', USER_PASSWORD),
    ]
    const html = await (await fetch(`${url}/lake/account`, {headers: {cookie: here.cookie, ...page}})).text()
    expect(html.match(/name="session"/g)).toHaveLength(2)
    expect(html).toContain('this device')
    expect(html).not.toMatch(/<script|https?:/)
    const chinese = await fetch(`${url}/lake/account?lang=zh`, {headers: {cookie: here.cookie}})
    expect(await chinese.text()).toContain('这台设备')
    const idOf = (cookie: string) => lake.sessions.factsOf(/lakeSession-\d+=([^;]+)/.exec(cookie)?.[1] ?? '')?.id ?? ''
    const chosen: [string, string][] = [there, viewer].map(({cookie}) => ['session', idOf(cookie)])
    expect((await post('account/sessions', here.cookie, [...chosen, ['current', 'not the password']])).status).toBe(401)
    const ended = await post('account/sessions', here.cookie, [...chosen, ['current', USER_PASSWORD]])
    expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('1 device is signed out')])
    expect(await Promise.all([here, there, viewer].map(({cookie}) => isGood(cookie)))).toEqual([true, false, true])
    const own: [string, string][] = [
      ['session', idOf(here.cookie)],
      ['current', USER_PASSWORD],
    ]
    const left = await post('account/sessions', here.cookie, own)
    expect([left.headers.get('location'), left.headers.get('set-cookie')]).toEqual([
      '/lake/login',
      expect.stringMatching(/^lakeSession-\d+=; .*Max-Age=0$/),
    ])
    expect(await isGood(here.cookie)).toBe(false)
  })

  it.each([
    [30_000, '1 minute ago', '1分钟前'],
    [59 * 60_000, '59 minutes ago', '59分钟前'],
    [23.9 * 3_600_000, '23 hours ago', '23小时前'],
  ])(
    'says how long ago another device was used, which is the same in every time zone: %i ms',
    async (passed, en, zh) => {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
      onTestFinished(() => clock.mockRestore())
      const {lake, url} = await open()
      const begin = (address: string) => lake.sessions.create(lake.users.find('editor'), {address, agent: ''})
      begin('192.0.2.7')
      clock.mockReturnValue(1_800_000_000_000 + passed)
      const authorization = `Bearer ${begin('192.0.2.8')}`
      const shown = async (language: string) =>
        (await fetch(`${url}/lake/account?lang=${language}`, {headers: {authorization, ...page}})).text()
      expect(await shown('en')).toContain(`>An unknown browser, 192.0.2.7, last used ${en}<`)
      expect(await shown('zh')).toContain(`>未知的浏览器，192.0.2.7，${zh}用过<`)
    },
  )

  it('asks strangers to sign in, and escapes what a browser calls itself', async () => {
    const {lake, url} = await open()
    const asked = await fetch(`${url}/lake/account`, {headers: page, redirect: 'manual'})
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/lake/login?next=%2Flake%2Faccount'])
    const session = lake.sessions.create(lake.users.find('editor'), {address: '', agent: '<b>"x"&'})
    const html = await (
      await fetch(`${url}/lake/account`, {headers: {authorization: `Bearer ${session}`, ...page}})
    ).text()
    expect(html).toContain('&#60;b&#62;&#34;x&#34;&#38;, this device')
  })

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0',
      'Edge · Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0 Safari/537.36',
      'Chrome · Linux',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari · macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0',
      'WeChat · iPhone',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:146.0) Gecko/146.0 Firefox/146.0', 'Firefox · Android'],
    ['curl/8.5.0', 'curl/8.5.0'],
  ])('names the browser %s as people call it', async (agent, name) => {
    const {lake, url} = await open()
    const session = lake.sessions.create(lake.users.find('editor'), {address: '192.0.2.7', agent})
    const html = await fetch(`${url}/lake/account`, {headers: {authorization: `Bearer ${session}`, ...page}})
    expect(await html.text()).toContain(`>${name}, 192.0.2.7, this device<`)
  })

  it('lets password managers fill its fields, and hides what is typed', async () => {
    const {url, signIn} = await open()
    const {cookie} = await signIn('editor', USER_PASSWORD)
    const html = await (await fetch(`${url}/lake/account`, {headers: {cookie, ...page}})).text()
    const login = await (await fetch(`${url}/lake/login`, {headers: page})).text()
    const fields = `${html}${login}`.match(/<input type="password"[^>]*>/g) ?? []
    expect(fields).toHaveLength(5)
    expect(html + login).not.toMatch(/type="text" name="(password|current|again)"/)
    for (const field of fields)
      expect(field).toMatch(/type="password" name="\w+" autocomplete="(current|new)-password"/)
  })
})

/** Some of the fields of a form, in every way but all. */
const partsOf = (fields: [string, string][]) =>
  Array.from({length: 2 ** fields.length - 1}, (_, mask) => fields.filter((_, place) => mask & (1 << place)))

it('a form that lacks any of its fields is refused, and no fault of the lake', async () => {
  const {lake, post, signIn} = await open()
  const {cookie} = await signIn('editor', USER_PASSWORD)
  const [session] = lake.sessions.list('editor')
  const {code} = lake.people.renewLink('viewer')
  const next: [string, string][] = [
    ['next', NEXT],
    ['again', NEXT],
  ]
  const forms: Record<string, [string, string][]> = {
    login: [
      ['name', 'editor'],
      ['password', USER_PASSWORD],
    ],
    'account/password': [['current', USER_PASSWORD], ...next],
    'account/sessions': [
      ['session', session?.id ?? ''],
      ['current', USER_PASSWORD],
    ],
    password: [['code', code], ...next],
  }
  for (const [path, fields] of Object.entries(forms)) {
    for (const part of partsOf(fields)) {
      const {status} = await post(path, cookie, part)
      expect([path, part, status]).toEqual([path, part, expect.toSatisfy((code: number) => code >= 400 && code < 500)])
    }
  }
})

describe('a new password', () => {
  it.each([
    ['a sentence with spaces', 'correct horse battery staple'],
    ['Chinese', '我家的猫会弹钢琴而且很好听'],
    ['digits alone', '83920175642'],
    ['one case, no digits', 'zvqhwrtkmpl'],
    ['emoji', '🦦🦦🎹🎹🌧🌧🍵🍵🧦🧦'],
    ['sixty-four characters', `${'x7 '.repeat(21)}y`],
    ['1024 characters', 'ab3-'.repeat(256)],
    ['a name among other words', 'li-wei drinks jasmine tea'],
  ])('may be %s', (_, password) => {
    expect(findProblem(password, ['li', 'wei', 'liwei'])).toBeUndefined()
  })

  it.each([
    ['123456789', 'short'],
    ['🦦🎹🌧🍵🧦', 'short'],
    ['x'.repeat(1025), 'long'],
    ['1234567890', 'common'],
    ['PASSWORD123', 'common'],
    ['ｑｗｅｒｔｙｕｉｏｐ', 'common'],
    ['woaini1314', 'common'],
    ['liwei-20260101', 'context'],
    ['Sanity-Studio-1', 'context'],
    ['password-2026', 'context'],
  ])('may not be %j: %s', (password, problem) => {
    expect(findProblem(password, ['liwei'])).toBe(problem)
  })

  it('is compared with ten thousand frequent ones of at least ten characters', () => {
    const file = new URL('../access/commonPasswords.txt', import.meta.url)
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('# '))
    expect(lines).toHaveLength(10_000)
    for (const line of lines) expect([line, findProblem(line)]).toEqual([line, 'common'])
  })
})
