/** The numbers that are in any of the lists, once each. All are below `slotCount`. */
export function union(lists: readonly (readonly number[])[], slotCount: number): readonly number[] {
  const [first, ...rest] = lists
  if (!first || rest.length === 0) return first ?? []
  const seen = new Uint8Array(slotCount)
  const found: number[] = []
  for (const list of lists) {
    for (const slot of list) {
      if (seen[slot]) continue
      seen[slot] = 1
      found.push(slot)
    }
  }
  return found
}

/** The numbers that are in all of the lists. */
export function intersection(lists: readonly (readonly number[])[], slotCount: number): readonly number[] {
  const [shortest, ...rest] = lists.toSorted((left, right) => left.length - right.length)
  let found = shortest ?? []
  for (const list of rest) {
    if (found.length === 0) break
    const seen = new Uint8Array(slotCount)
    for (const slot of list) seen[slot] = 1
    found = found.filter((slot) => seen[slot])
  }
  return found
}
