'use client'

import {usePathname} from 'next/navigation'
import {useSyncExternalStore} from 'react'
import styles from './DraftNotice.module.css'

interface DraftNoticeProps {
  notice: string
  leave: string
  /** The route that ends draft mode. */
  action: string
}

const never = () => () => undefined

/**
 * Says that this is not what visitors see, and lets an editor leave. At top level only: inside the Studio's frame,
 * leaving would strand Presentation.
 */
export function DraftNotice({notice, leave, action}: DraftNoticeProps) {
  const path = usePathname()
  const atTopLevel = useSyncExternalStore(
    never,
    () => window.parent === window,
    () => false,
  )
  if (!atTopLevel) return null
  return (
    <form className={styles.notice} action={action} method="post">
      <span>{notice}</span>
      <input type="hidden" name="path" value={path} />
      <button type="submit">{leave}</button>
    </form>
  )
}
