/** Prints one step of the set-up. */
export function step(text: string): void {
  console.log(`· ${text}`)
}

/** An expected failure: its message is one sentence for the person at the terminal, without a stack. */
export class UserError extends Error {}

/** Seconds since `start` (from `performance.now()`), for progress lines. */
export function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
