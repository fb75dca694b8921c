import type {ReactNode} from 'react'
import searchScript from '@/components/search/openSearch.bundle'
import spokenStyles from '@/components/ui/spoken.module.css'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'

/** The footer's navigation: where the link leads without JavaScript. */
export const siteMapId = 'site-map'

interface SearchLinkProps {
  locale: Locale
  className?: string | undefined
  /** Beside the icon; without it the name is only spoken. */
  children?: ReactNode
}

/** Opens the search; `browser/search.ts` takes over the click. */
export function SearchLink({locale, className, children}: SearchLinkProps) {
  const name = translator(locale, 'search')('title')
  return (
    <a
      className={className}
      href={`#${siteMapId}`}
      data-search={searchScript}
      aria-keyshortcuts={children ? undefined : 'Control+K Meta+K'}
    >
      {children ?? <span className={spokenStyles.spoken}>{name}</span>}
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M16 16l5.5 5.5M18 10.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
    </a>
  )
}
