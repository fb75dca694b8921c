import type {ComponentProps} from 'react'
import type {Subject} from '@/browser/notices'

interface NoticesProps extends ComponentProps<'div'> {
  about: Subject
}

/** The live region for notices: it must exist before its text does, and never takes the focus. */
export function Notices({about, ...props}: NoticesProps) {
  return <div className="notices" data-about={about} role="status" {...props} />
}

interface NoticeProps {
  name: string
  text: string
  /** Words of its button. */
  button?: string
  /** The same while what it asks for is on its way. */
  busy?: string
}

/** A notice that `browser/notices.ts` shows by its name. */
export function Notice({name, text, button, busy}: NoticeProps) {
  return (
    <p className="notice" data-notice={name} hidden>
      {text}
      {button && (
        <button type="button" data-busy={busy}>
          {button}
        </button>
      )}
    </p>
  )
}
