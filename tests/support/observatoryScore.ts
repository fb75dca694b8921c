/** The headers of a page, names in lower case. */
export type PageHeaders = Record<string, string>

interface Rule {
  name: string
  /** Points that the page gains or loses. */
  score: (headers: PageHeaders) => number
}

/** Parses a policy's directives by name; of duplicates browsers take the first. */
function directivesOf(policy: string): Map<string, string[]> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.reverse().map(([name = '', ...values]) => [name, values]))
}

/**
 * The rules of MDN's HTTP Observatory (https://developer.mozilla.org/observatory/docs/tests_and_scoring) that concern
 * a page without cookies, scripts of other origins and CORS; those score nothing. MDN's own package brings a web server and
 * native PostgreSQL bindings.
 */
const rules: Rule[] = [
  {
    name: 'Content-Security-Policy',
    score: ({'content-security-policy': policy}) => {
      if (!policy) return -25
      const directives = directivesOf(policy)
      const sources = (name: string) => directives.get(name) ?? directives.get('default-src') ?? []
      const unsafe = (name: string) =>
        sources(name).some((source) => /^(\*|https?:|data:|'unsafe-inline'|'unsafe-eval')$/.test(source))
      if (unsafe('script-src') || unsafe('object-src')) return -20
      // No bonus, although only style attributes are allowed.
      if (unsafe('style-src') || unsafe('style-src-attr')) return 0
      return directives.get('default-src')?.join() === "'none'" ? 10 : 5
    },
  },
  {
    name: 'Strict-Transport-Security',
    score: ({'strict-transport-security': value}) => {
      if (!value) return -20
      return Number(/max-age=(\d+)/.exec(value)?.[1]) >= 15_768_000 ? 0 : -10
    },
  },
  {
    name: 'Referrer-Policy',
    score: ({'referrer-policy': value}) => {
      if (!value) return 0
      return /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(value) ? 5 : -5
    },
  },
  {
    name: 'X-Content-Type-Options',
    score: ({'x-content-type-options': value}) => (value === 'nosniff' ? 0 : -5),
  },
  {
    name: 'X-Frame-Options',
    score: ({'content-security-policy': policy = '', 'x-frame-options': value}) => {
      if (directivesOf(policy).get('frame-ancestors')?.join() === "'none'") return 5
      return value === 'DENY' || value === 'SAMEORIGIN' ? 0 : -20
    },
  },
  {
    name: 'Cross-Origin-Resource-Policy',
    score: ({'cross-origin-resource-policy': value}) => (value === 'same-origin' || value === 'same-site' ? 10 : 0),
  },
]

/** Returns a page's score, from 100 less its losses. Bonuses count only from 90 on. 100 and above is A+. */
export function observatoryScore(headers: PageHeaders): number {
  const scores = rules.map(({score}) => score(headers))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const lost = 100 + sum(scores.filter((score) => score < 0))
  return lost >= 90 ? lost + sum(scores.filter((score) => score > 0)) : Math.max(lost, 0)
}
