/**
 * The frames of the multiplex socket, as JSON text. The browser numbers its streams; the lake answers each with a
 * status, then with pieces of the event stream, then with its end.
 */
export type ClientFrame =
  | {op: 'open'; id: number; url: string; headers: Record<string, string>}
  | {op: 'close'; id: number}

export type ServerFrame =
  | {id: number; status: number; headers: Record<string, string>}
  | {id: number; c: string}
  | {id: number; end: true}

/** Paths of event streams; any other request is sent as usual. */
export const EVENT_STREAM =
  /^\/v[^/]+\/(?:data\/(?:listen|live\/events)\/|projects\/[^/]+\/datasets\/[^/]+\/(?:listen|live\/events)$)/

/** The socket closes with this code when its session or token is missing or no longer valid. */
export const UNAUTHORIZED_CLOSE = 4401
