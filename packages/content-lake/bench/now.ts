/** The time in milliseconds, on a clock that all threads share. */
export const now = (): number => performance.timeOrigin + performance.now()
