import type {ReactNode} from 'react'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  /** One element. */
  title: ReactNode
  open?: boolean
  children: ReactNode
}

/** Native `<details>`: no script, and find-in-page searches what is folded, too. */
export function Disclosure({title, open = false, children}: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={open}>
      <summary className={styles.summary}>
        {title}
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M0 8h16M8 0v16" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </summary>
      {children}
    </details>
  )
}
