const limit = 8

/** Maps a list with at most eight calls in flight at a time; the results are in the order of the list. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const entries = items.entries()
  const work = async () => {
    for (const [index, item] of entries) results[index] = await map(item)
  }
  await Promise.all(Array.from({length: limit}, work))
  return results
}
