import type {ReactNode} from 'react'
import styles from './Notice.module.css'

/** Where notices appear. It is there before they are, so that assistive technology hears them; it never takes the focus. */
export function Notices({about, children}: {about: 'connection' | 'freshness'; children: ReactNode}) {
  return (
    <div className={styles.notices} data-about={about} role="status">
      {children}
    </div>
  )
}
