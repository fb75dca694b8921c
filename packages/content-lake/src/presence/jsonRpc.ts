export type RpcParams = Record<string, unknown>

interface RpcCall {
  id: string | number | null
  method: string
  params: RpcParams
}

/** A failed call, with the code that JSON-RPC 2.0 gives its kind. */
export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RpcError'
    this.code = code
  }
}

export const methodNotFound = (method: string): RpcError => new RpcError(-32601, `There is no method "${method}"`)
export const internalError = (): RpcError => new RpcError(-32603, 'The lake failed to answer')
export const invalidParams = (message: string): RpcError => new RpcError(-32602, message)

/** Reads one message of the socket. Throws an RpcError for what is not a JSON-RPC call. */
export function parseCall(message: string): RpcCall {
  const call = parseJson(message)
  if (!isRecord(call) || typeof call.method !== 'string') throw new RpcError(-32600, 'Expected a JSON-RPC 2.0 call')
  const id = typeof call.id === 'string' || typeof call.id === 'number' ? call.id : null
  return {id, method: call.method, params: isRecord(call.params) ? call.params : {}}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RpcError(-32700, 'The message is not JSON')
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
