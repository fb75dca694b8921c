import type {LayoutProps} from './registry'

/** The wide sheet: sections over the full width. */
export function DefaultLayout({header, children}: LayoutProps) {
  return (
    <article>
      {header}
      {children}
    </article>
  )
}
