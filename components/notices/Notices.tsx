import type {ReactNode} from 'react'

/** The live region for notices: it must exist before its text does, and never takes the focus. */
export function Notices({about, children}: {about: 'connection' | 'freshness'; children: ReactNode}) {
  return (
    <div className="notices" data-about={about} role="status">
      {children}
    </div>
  )
}
