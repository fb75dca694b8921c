import {z} from 'zod'

/** A TCP port with a default. */
export const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a port number')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65535, 'is not a port between 1 and 65535')
    .default(fallback)

/** A time in milliseconds with a default. */
export const milliseconds = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'is not a number of milliseconds')
    .transform(Number)
    .default(fallback)

/** An http(s) URL; a slash at the end is dropped. */
export const url = z
  .string()
  .refine((value) => /^https?:$/.test(protocolOf(value)), 'is not an http or https URL')
  .transform((value) => value.replace(/\/+$/, ''))

/** The address of a Redis server. */
export const redisUrl = z
  .string()
  .refine((value) => /^rediss?:$/.test(protocolOf(value)), 'is not a redis:// or rediss:// URL')
  .optional()

/** The origin of the site, without the base path. */
export const siteUrl = url
  .refine(
    (value) => new URL(value).pathname === '/',
    'must be an origin without a path (the base path is added by the site)',
  )
  .optional()

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : ''
}
