import type {Context} from 'hono'
import {bodyLimit} from 'hono/body-limit'
import {payloadTooLarge} from '../errors.ts'
import type {LakeEnv} from '../http/connection.ts'
import {loginClient} from '../http/identify.ts'
import {bodyText} from '../http/requestBody.ts'
import {requireOwnPage} from '../http/requireRights.ts'
import {LOGIN_POLICY} from './loginPage.ts'
import {type LoginLanguage, loginLanguage} from './loginTexts.ts'

const MAX_FORM_BYTES = 16 * 1024

export function showPage(
  c: Context<LakeEnv>,
  html: string,
  status: 200 | 400 | 401 | 429,
  policy = LOGIN_POLICY,
): Response {
  c.header('content-security-policy', policy)
  // A stricter policy would send the form without an origin.
  c.header('referrer-policy', 'same-origin')
  return c.html(html, status)
}

/** The language that the page is asked for in, by its form or its address, else the browser's. */
export const languageOf = (c: Context<LakeEnv>, wanted = c.req.query('lang')): LoginLanguage =>
  loginLanguage(wanted, c.req.header('accept-language'))

/** Reads a form that one of the lake's own pages sent. Throws 403 for others. */
export async function readForm(c: Context<LakeEnv>) {
  requireOwnPage(c)
  const form = new URLSearchParams(await bodyText(c))
  return {form, language: languageOf(c, form.get('lang') ?? undefined), client: loginClient(c)}
}

export const limitForm = bodyLimit({
  maxSize: MAX_FORM_BYTES,
  onError: () => {
    throw payloadTooLarge('The form is too long')
  },
})
