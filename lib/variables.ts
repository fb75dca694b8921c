import {z} from 'zod'

/**
 * Validates environment variables, without the spaces and line ends that shells and `.env` files leave around them. An empty
 * one counts as not set.
 *
 * @throws an error with a line for each wrong variable: its name and the remedy.
 */
export function readVariables<Shape extends z.ZodType>(
  shape: Shape,
  env: Record<string, string | undefined>,
): z.output<Shape> {
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim()] as const)
  const filled = Object.fromEntries(trimmed.filter(([, value]) => value))
  const result = shape.safeParse(filled)
  if (result.success) return result.data
  const problems = result.error.issues.map(({path, message}) => {
    // A message that ends like a sentence has a remedy of its own.
    const remedy = message.endsWith('.') ? '' : '. Correct it in the environment or in .env.local, or unset it.'
    return `${path.join('.')} ${message}${remedy}`
  })
  throw new Error(problems.join('\n'))
}

/** Ports that browsers and `fetch` refuse (https://fetch.spec.whatwg.org/#port-blocking), so nobody would reach a server there. */
const blockedPorts = new Set([
  ...[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  ],
  ...[
    111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  ],
  ...[540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061],
  ...[6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
])

const anyPort = z
  .string()
  .regex(/^\d+$/, 'is not a port number')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65535, {error: 'is not a port between 1 and 65535', abort: true})
  .refine((value) => !blockedPorts.has(value), {
    error: ({input}) =>
      `is ${input}, a port that browsers and the site’s own requests refuse to connect to. Set it to another.`,
  })

/** A TCP port with a default. */
export const port = (fallback: number) => anyPort.default(fallback)

/** A TCP port that may be left open. */
export const optionalPort = anyPort.optional()

/** A time in milliseconds with a default. */
export const milliseconds = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'is not a number of milliseconds')
    .transform(Number)
    .default(fallback)

/** A number from 0 to 1 with a default. */
export const ratio = (fallback: number) =>
  z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'is not a number from 0 to 1')
    .transform(Number)
    .default(fallback)

/** An http(s) URL, used as it is. */
export const url = z
  .string()
  .refine((value) => /^https?:$/.test(protocolOf(value)), {error: 'is not an http or https URL', abort: true})
  .refine(
    (value) => !new URL(value).username && !new URL(value).password,
    'holds a name or a password, which cannot be sent',
  )

/** An http(s) URL to which paths are added; a slash at the end is dropped. */
export const baseUrl = url
  .refine((value) => !/[?#]/.test(value), 'must end with its host or path, as paths are added to it: without ? and #')
  .transform((value) => value.replace(/\/+$/, ''))

/** An http(s) origin, without a slash at the end. */
export const origin = baseUrl.refine((value) => new URL(value).pathname === '/', 'must be an origin without a path')

/** The URL of a server that may want a password; `kinds` name the protocols in its error. */
export const serverUrl = (protocol: RegExp, kinds: string) =>
  z
    .string()
    .refine((value) => protocol.test(value), {error: `is not ${kinds}`, abort: true})
    .refine((value) => URL.canParse(value), {
      error: 'cannot be read as a URL. In its password write # as %23, / as %2F and ? as %3F.',
      abort: true,
    })

/** The address of a Redis server. */
export const redisUrl = serverUrl(/^rediss?:\/\//, 'a redis:// or rediss:// URL')
  .refine(isDecodable, {error: 'holds a % that is no code. Write it as %25.', abort: true})
  .refine(
    (value) => /^\/?\d*$/.test(new URL(value).pathname),
    'has a path that is no number. Leave it out, or write the number of a database, such as redis://localhost:6379/0.',
  )
  .optional()

/** A token of the content API, which goes into a header. */
export const token = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'holds a space, a line end or a letter that no token has')
  .refine((value) => !/^["'].*["']$/.test(value), 'is in quotes, which are taken for a part of it')
  .optional()

/** The origin of the site, without the base path. */
export const siteUrl = baseUrl
  .refine(
    (value) => new URL(value).pathname === '/',
    'must be an origin without a path (the base path is added by the site)',
  )
  .optional()

function isDecodable(value: string): boolean {
  try {
    return decodeURIComponent(value) !== ''
  } catch {
    return false
  }
}

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : ''
}
