import type {ReactNode} from 'react'
import styles from './ArticleLayout.module.css'
import openings from './openings.module.css'

interface LayoutProps {
  /** See `openingOf`. */
  opening: 'beside' | 'screen' | 'steps'
  header: ReactNode
  children: ReactNode
}

const layouts = new Map([
  ['default', DefaultLayout],
  ['article', ArticleLayout],
])

/** A page's layout; unknown names are logged and get the default. */
export function layoutNamed(name: string | null | undefined, pageId: string) {
  const layout = layouts.get(name ?? 'default')
  if (!layout) console.error(`Page ${pageId} names the unknown layout "${name}"; it is shown in the default one.`)
  return layout ?? DefaultLayout
}

/** Full width. */
function DefaultLayout({opening, header, children}: LayoutProps) {
  return (
    <article className={openings[opening]}>
      {header}
      {children}
    </article>
  )
}

/** A narrow reading column. */
function ArticleLayout({header, children}: LayoutProps) {
  return (
    <article className={styles.article}>
      {header}
      {children}
    </article>
  )
}
