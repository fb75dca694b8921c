/** Returns the message of a thrown value, which may be anything. */
export function messageOf(error: unknown): string {
  // Thrown for a host with several addresses: its message is empty, and each address has an error of its own.
  if (error instanceof AggregateError && !error.message) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
