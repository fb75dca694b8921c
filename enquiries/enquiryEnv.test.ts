import {resolve} from 'node:path'
import {expect, test} from 'vitest'
import {readEnquiryEnv} from './enquiryEnv.ts'

test('nothing needs to be set: a database in a file, nothing delivered, a year', () => {
  expect(readEnquiryEnv({})).toEqual({
    place: {url: undefined, file: resolve('.data/enquiries/enquiries.db')},
    mail: undefined,
    webhook: undefined,
    retentionDays: 365,
    roles: ['administrator'],
  })
})

test('mail and webhook come with what they need', () => {
  const read = readEnquiryEnv({
    SMTP_URL: 'smtps://user:word@mail.example.com',
    ENQUIRY_MAIL_TO: 'sales@example.com',
    ENQUIRY_MAIL_FROM: 'site@example.com',
    ENQUIRY_WEBHOOK_URL: 'https://hooks.example.com/1',
    ENQUIRY_WEBHOOK_FORMAT: 'wecom',
    ENQUIRY_ROLES: 'administrator, sales',
  })
  expect(read.mail).toEqual({
    server: 'smtps://user:word@mail.example.com',
    to: 'sales@example.com',
    from: 'site@example.com',
  })
  expect(read.webhook).toEqual({url: 'https://hooks.example.com/1', secret: '', format: 'wecom'})
  expect(read.roles).toEqual(['administrator', 'sales'])
})

test.each([
  [
    {SMTP_URL: 'smtp://mail.example.com', ENQUIRY_MAIL_FROM: 'a@example.com'},
    /^ENQUIRY_MAIL_TO is not set, but SMTP_URL needs it\. Set it, or unset SMTP_URL\.$/,
  ],
  [{ENQUIRY_WEBHOOK_URL: 'https://example.com'}, /^ENQUIRY_WEBHOOK_SECRET is not set/],
  [{ENQUIRY_WEBHOOK_FORMAT: 'slack'}, /^ENQUIRY_WEBHOOK_FORMAT is not one of json, wecom, dingtalk/],
  [{DATABASE_URL: 'mysql://example.com'}, /^DATABASE_URL is not a postgres:\/\/ address/],
  [{DATABASE_URL: 'postgres://site:a#b@localhost/enquiries'}, /^DATABASE_URL cannot be read as a URL\. .* # as %23/],
  [{SMTP_URL: 'smtps://user:a/b@mail.example.com'}, /^SMTP_URL cannot be read as a URL\. .* \/ as %2F/],
  [{ENQUIRY_MAIL_TO: 'sales'}, /^ENQUIRY_MAIL_TO names no mail address, such as sales@example\.com\. Correct it/],
  [{ENQUIRY_MAIL_FROM: 'a@example.com\nBcc: b@example.com'}, /^ENQUIRY_MAIL_FROM names no mail address/],
  [{ENQUIRY_WEBHOOK_URL: 'https://site:word@hooks.example.com'}, /^ENQUIRY_WEBHOOK_URL holds a name or a password/],
  [{ENQUIRY_PROXIES: '1'}, /^ENQUIRY_PROXIES has been replaced by TRUSTED_PROXIES/],
  [{ENQUIRY_RETENTION_DAYS: '0'}, /^ENQUIRY_RETENTION_DAYS is not between 1 and 3650/],
])('a wrong setting is a sentence: %o', (env, sentence) => {
  expect(() => readEnquiryEnv(env)).toThrow(sentence)
})

test.each(['https://hooks.example.com/enquiries/', 'https://hooks.example.com/?key=a/'])(
  'enquiries are posted to %s as it is: without its last slash it is another address',
  (url) => {
    const env = {ENQUIRY_WEBHOOK_URL: url, ENQUIRY_WEBHOOK_SECRET: 'secret'}
    expect(readEnquiryEnv(env).webhook?.url).toBe(url)
  },
)

test.each(['Sales <sales@example.com>', '"Wang, Ada" <ada@example.com>, lin@example.com', '王小明 <wang@例子.cn>'])(
  'mails go to %s',
  (to) => {
    expect(readEnquiryEnv({SMTP_URL: 'smtp://mail', ENQUIRY_MAIL_TO: to, ENQUIRY_MAIL_FROM: 'a@b'}).mail?.to).toBe(to)
  },
)

test('enquiries are in the data folder that the commands use, spaces around its name or not', () => {
  expect(readEnquiryEnv({DATA_DIR: ' /data '}).place.file).toBe('/data/enquiries/enquiries.db')
})
