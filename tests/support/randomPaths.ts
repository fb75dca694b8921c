/** Returns a seeded random number generator (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const pieces = [
  ...[
    'h5',
    'en',
    'zh',
    'about',
    'limsPages',
    'entrust',
    'payloads',
    'shareImages',
    'api',
    'demo',
    'contact',
    'index.json',
  ],
  ...[
    '_next',
    'static',
    'image',
    'data',
    'manifest.json',
    'sitemap.xml',
    'scenarios',
    'articles',
    'revalidate',
    'health',
  ],
  ...['..', '.', '', '%2e%2e', '%2f', '%5c', '%00', '%ff', '%', '%zz', '%c0%af', '%25', '%E8%AF%95', '%F0%9F%9A%97'],
  ...[
    '__proto__',
    'constructor',
    '[[...path]]',
    '(zh)',
    '@slot',
    '$',
    ';a=b',
    "'",
    '"',
    '<script>',
    '{}',
    '|',
    '^',
    '`',
    '~',
  ],
  ...[
    '_rsc',
    'favicon.ico',
    'wp-login.php',
    '.env',
    '.git',
    'x'.repeat(300),
    'notFound',
    'a:b',
    '*',
    '+',
    ',',
    '!',
    '0',
    '-1',
  ],
]
const queries = [
  '',
  '',
  '',
  '?_rsc=x',
  '?a=b&a=c',
  '?url=%2Fh5&w=640&q=75',
  '?__proto__[x]=1',
  '?%',
  '?x=%ff',
  '#hash',
  '??',
  '?=&=',
]

/** Returns random paths, made of parts of valid URLs and of attacks. */
export function randomPaths(count: number, seed = 20_261_121): string[] {
  const random = numbersFrom(seed)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  return Array.from({length: count}, () => {
    const depth = 1 + Math.floor(random() * 5)
    const inside = random() < 0.7 ? '/h5' : ''
    const path = Array.from({length: depth}, () => `/${pick(pieces)}${random() < 0.1 ? pick(pieces) : ''}`).join('')
    return `${inside}${path}${pick(queries)}`
  })
}
