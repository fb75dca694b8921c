import {LakeOpenError} from '../errors.ts'
import type {Lake} from '../types.ts'
import {isLoopbackAddress, isLoopbackName} from './origins.ts'

/** Without a password, whoever reaches the lake may edit; so nobody else may reach it. Throws a sentence that says so. */
export function requirePassword({options, logins}: Pick<Lake, 'options' | 'logins'>): void {
  const {dir, host, allowedHosts} = options
  const place = isLoopbackAddress(host) ? allowedHosts.find((name) => !isLoopbackName(name)) : host
  if (place === undefined || logins.areNeeded) return
  throw new LakeOpenError(
    `Others can reach the lake at ${place}, so it needs a password: set one with "embedded-content-lake --dir ${dir} --set-password", or give it as LAKE_PASSWORD.`,
  )
}
