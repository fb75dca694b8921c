/** Settings of enquiries, from environment variables. Checked at startup, so that a wrong one stops it with a message. */
import {join, resolve} from 'node:path'
import {z} from 'zod'
import {readDataDir} from '../lib/env.ts'
import {readVariables, serverUrl, url} from '../lib/variables.ts'
import type {DatabasePlace} from './database/openDatabase.ts'

const wholeNumber = (least: number, most: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `is not between ${least} and ${most}`)
    .default(fallback)

/** `sales@example.com`, also with a name before it, and several with commas between. */
const mailAddress = z
  .string()
  .regex(/^[^\r\n]*[^\s@<>,"]@[^\s@<>,"][^\r\n]*$/, 'names no mail address, such as sales@example.com')
  .optional()

const webhookFormats = ['json', 'wecom', 'dingtalk'] as const

const variables = z
  .object({
    DATABASE_URL: serverUrl(/^postgres(ql)?:\/\//, 'a postgres:// address').optional(),
    SMTP_URL: serverUrl(/^smtps?:\/\//, 'an smtp:// or smtps:// address').optional(),
    ENQUIRY_MAIL_TO: mailAddress,
    ENQUIRY_MAIL_FROM: mailAddress,
    ENQUIRY_WEBHOOK_URL: url.optional(),
    ENQUIRY_WEBHOOK_SECRET: z.string().optional(),
    ENQUIRY_WEBHOOK_FORMAT: z.enum(webhookFormats, `is not one of ${webhookFormats.join(', ')}`).default('json'),
    ENQUIRY_RETENTION_DAYS: wholeNumber(1, 3650, 365),
    ENQUIRY_ROLES: z.string().default('administrator'),
    ENQUIRY_PROXIES: z
      .never('has been replaced by TRUSTED_PROXIES, which lists the addresses of your proxies')
      .optional(),
  })
  .check(({value, issues}) => {
    const needs = (name: keyof typeof value, other: keyof typeof value) => {
      if (!value[other] || value[name]) return
      const message = `is not set, but ${other} needs it. Set it, or unset ${other}.`
      issues.push({code: 'custom', path: [name], message, input: undefined})
    }
    needs('ENQUIRY_MAIL_TO', 'SMTP_URL')
    needs('ENQUIRY_MAIL_FROM', 'SMTP_URL')
    if (value.ENQUIRY_WEBHOOK_FORMAT === 'json') needs('ENQUIRY_WEBHOOK_SECRET', 'ENQUIRY_WEBHOOK_URL')
  })

export interface MailSettings {
  server: string
  to: string
  from: string
}

export interface WebhookSettings {
  url: string
  secret: string
  format: (typeof webhookFormats)[number]
}

interface EnquiryEnv {
  place: DatabasePlace
  mail: MailSettings | undefined
  webhook: WebhookSettings | undefined
  retentionDays: number
  /** Names of the roles in the content API that may read enquiries. */
  roles: string[]
}

/** Reads the settings of enquiries. Throws with one sentence for each invalid one. */
export function readEnquiryEnv(env: Record<string, string | undefined>): EnquiryEnv {
  const read = readVariables(variables, env)
  const {SMTP_URL: server, ENQUIRY_MAIL_TO: to, ENQUIRY_MAIL_FROM: from, ENQUIRY_WEBHOOK_URL: hook} = read
  return {
    place: {url: read.DATABASE_URL, file: join(resolve(readDataDir(env)), 'enquiries/enquiries.db')},
    mail: server && to && from ? {server, to, from} : undefined,
    webhook: hook
      ? {url: hook, secret: read.ENQUIRY_WEBHOOK_SECRET ?? '', format: read.ENQUIRY_WEBHOOK_FORMAT}
      : undefined,
    retentionDays: read.ENQUIRY_RETENTION_DAYS,
    roles: read.ENQUIRY_ROLES.split(',').flatMap((role) => role.trim() || []),
  }
}
