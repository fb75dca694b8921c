import type {ReactNode} from 'react'
import styles from './Stage.module.css'

/** Where notices of the walkthrough appear: there before they are, so that assistive technology hears them. */
export function NoticeFrame({loaded, children}: {loaded: boolean; children?: ReactNode}) {
  return (
    <div role="status" className={styles.notice} data-loaded={loaded ? '' : undefined}>
      {children}
    </div>
  )
}
