import type {ClientPerspective} from '@sanity/client'

const word = /^[a-zA-Z0-9_-]+$/

/** Reads the perspective from Presentation's cookie: `drafts`, `published`, or a stack of releases. Drafts if unreadable. */
export function draftPerspective(cookie: string | undefined): ClientPerspective {
  const names = (cookie ?? '').split(',').filter((name) => word.test(name) && name !== 'raw')
  const [first, ...others] = names
  if (!first) return 'drafts'
  if (others.length === 0 && (first === 'published' || first === 'drafts')) return first
  return names
}
