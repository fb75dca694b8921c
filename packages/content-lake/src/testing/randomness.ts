/** Pseudo-random choices that are the same in every run. */
export interface Randomness {
  /** From 0 to below `limit`. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
}

export function randomness(seed: number): Randomness {
  let state = seed
  const next = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    chance: (probability) => next() < probability,
  }
}
