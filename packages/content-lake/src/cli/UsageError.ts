/** A mistake on the command line: shown as one sentence, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
