/** Returns the message of a thrown value, which may be anything. */
export function messageOf(error: unknown): string {
  // Of a host with several addresses, where Node leaves the message to what each of them answered.
  if (error instanceof AggregateError && !error.message) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
