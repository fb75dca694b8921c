/**
 * Hosted Sanity's limit of attributes for the whole dataset on its smallest plan; the next one has 10,000. From
 * https://www.sanity.io/docs/content-lake/technical-limits, read in November 2026.
 */
export const attributeLimit = 2000

/**
 * How many attributes a dataset has, counted as hosted Sanity does: each path with each kind of value once, however many
 * documents have it. Positions in a list are one path, and the list counts besides what it holds.
 */
export function attributeCount(documents: readonly unknown[]): number {
  const found = new Set<string>()
  const collect = (value: unknown, path: string): void => {
    if (path) found.add(`${path} ${kindOf(value)}`)
    if (Array.isArray(value)) for (const item of value) collect(item, `${path}[]`)
    else if (typeof value === 'object' && value !== null) {
      for (const [field, item] of Object.entries(value)) collect(item, path ? `${path}.${field}` : field)
    }
  }
  for (const document of documents) collect(document, '')
  return found.size
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return typeof value
}
