export interface WrkFigures {
  requests: number
  requestsPerSecond: number
  /** Milliseconds. */
  p99: number
  /** Answers that were no success, and connections that failed. */
  errors: number
}

const milliseconds: Record<string, number> = {us: 0.001, ms: 1, s: 1000, m: 60_000}

/** Reads what `wrk --latency` prints. */
export function parseWrk(text: string): WrkFigures {
  const [, number = '', unit = ''] = /^\s*99%\s+([\d.]+)(us|ms|s|m)/m.exec(text) ?? []
  const sockets = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.slice(1) ?? []
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0
  return {
    requests: Number(/^\s*(\d+) requests in/m.exec(text)?.[1]),
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    p99: Number(number || Number.NaN) * (milliseconds[unit] ?? Number.NaN),
    errors: [refused, ...sockets].reduce<number>((sum, count) => sum + Number(count), 0),
  }
}
