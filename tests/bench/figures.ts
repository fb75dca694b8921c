/** The value below which this share of the numbers lies, by nearest rank. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The middle of the numbers, or of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  const half = sorted.length / 2
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN
  return (low + (sorted[Math.floor(half)] ?? low)) / 2
}

/** How much the numbers grow from one to the next, by the line that fits them best. */
export function slope(numbers: readonly number[]): number {
  const middle = (numbers.length - 1) / 2
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  let product = 0
  let squares = 0
  for (const [index, number] of numbers.entries()) {
    product += (index - middle) * (number - mean)
    squares += (index - middle) ** 2
  }
  return squares === 0 ? 0 : product / squares
}
