const first = 5000
const longest = 60 * 60_000
const patience = 7 * 24 * 60 * 60_000

/** How long to wait after so many failed attempts: twice as long each time, up to an hour, spread by up to a half. */
export function backoff(attempts: number, random: () => number): number {
  const full = Math.min(longest, first * 2 ** Math.min(attempts - 1, 30))
  return Math.round(full * (0.5 + random() / 2))
}

/** Whether a delivery that has been tried since then is given up: after a week. */
export function isGivenUp(createdAt: number, now: number): boolean {
  return now - createdAt >= patience
}
