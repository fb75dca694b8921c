import {usePathname} from 'next/navigation'
import styles from './PreviewNotice.module.css'

export interface PreviewNoticeProps {
  notice: string
  leave: string
  /** The route that ends draft mode. */
  action: string
}

/** A notice that the page is a preview, with a button that leaves it. Works without scripts. */
export function PreviewNotice({notice, leave, action}: PreviewNoticeProps) {
  const path = usePathname()
  return (
    <form className={styles.notice} action={action} method="post">
      <span>{notice}</span>
      <input type="hidden" name="path" value={path} />
      <button type="submit">{leave}</button>
    </form>
  )
}
