/** What one query may cost. The README lists these numbers. */
export const QUERY_LIMITS = {
  /** Characters of a query. */
  queryLength: 256 * 1024,
  /** Characters of its parameters as JSON. */
  parametersLength: 1024 * 1024,
  /** How deep brackets may be nested, in a query and in JSON. */
  nesting: 100,
  /** Characters of a result as JSON, roughly. */
  resultSize: 64 * 1024 * 1024,
  /** How deep a result may be nested. */
  resultDepth: 1000,
  /** Processor time that a query may take while everybody waits, before it goes on in a process of its own. */
  sharedMs: 200,
  /** The same for those without a token or a session while that process has others waiting. */
  busySharedMs: 50,
  /** How much one may make there: characters, and places in arrays and objects. */
  sharedRoom: 8 * 1024 * 1024,
  /** Characters of parameters as JSON with which a query may be evaluated there. */
  sharedParametersLength: 64 * 1024,
  /** How much one may make in its own process, which has room for it. */
  ownRoom: 64 * 1024 * 1024,
  /** How long a query may take in its own process, unless the options say otherwise. */
  ownMs: 5000,
  /** How long one may wait for that process. */
  waitingMs: 10_000,
  /** How many may wait for it at a time. */
  waiting: 16,
  /** Of the process's heap, besides what the documents take. */
  heapMb: 1024,
} as const
