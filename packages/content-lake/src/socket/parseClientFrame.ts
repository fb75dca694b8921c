import type {ClientFrame} from '../browser/protocol.ts'

/** Only what stays open goes through the socket. */
const EVENT_STREAM =
  /^\/v[^/]+\/(?:data\/(?:listen|live\/events)\/|projects\/[^/]+\/datasets\/[^/]+\/(?:listen|live\/events)(?:\?|$))/

/** Reads one message of the multiplex socket; undefined for anything that the browser half does not send. */
export function parseClientFrame(text: string): ClientFrame | undefined {
  const frame = parseRecord(text)
  if (!frame || typeof frame.id !== 'number') return undefined
  const {op, id, url} = frame
  if (op === 'close') return {op, id}
  if (op !== 'open' || typeof url !== 'string' || !EVENT_STREAM.test(url)) return undefined
  return {op, id, url, headers: headersOf(frame.headers)}
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Values that cannot be a header's would make the request throw. */
function headersOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  const isHeader = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && /^[\t\x20-\x7e]*$/.test(entry[1])
  return Object.fromEntries(Object.entries(value).filter(isHeader))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
