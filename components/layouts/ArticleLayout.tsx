import styles from './ArticleLayout.module.css'
import type {LayoutProps} from './registry'

/** A narrow reading column, for pages that are read from top to bottom. */
export function ArticleLayout({header, children}: LayoutProps) {
  return (
    <article className={styles.article}>
      {header}
      {children}
    </article>
  )
}
