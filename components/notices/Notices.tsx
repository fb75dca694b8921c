import type {ReactNode} from 'react'

/** Where notices appear. It is there before they are, so that assistive technology hears them; it never takes the focus. */
export function Notices({about, children}: {about: 'connection' | 'freshness'; children: ReactNode}) {
  return (
    <div className="notices" data-about={about} role="status">
      {children}
    </div>
  )
}
