/** Returns the message of a thrown value, which may be anything. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
