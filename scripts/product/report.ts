/** Prints one step of the set-up. */
export function step(text: string): void {
  console.log(`· ${text}`)
}

/** An expected failure, printed without a stack. */
export class UserError extends Error {}

/** Formats the seconds since `start` (from `performance.now()`). */
export function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
