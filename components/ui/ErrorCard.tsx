import type {ReactNode} from 'react'

interface ErrorCardProps {
  status: number
  title: string
  /** What to do about it. */
  advice?: ReactNode
  /** Links and buttons. */
  children: ReactNode
}

/** Status, title and ways out, below a trace that runs off the scale. */
export function ErrorCard({status, title, advice, children}: ErrorCardProps) {
  return (
    <div className="error-plate">
      <svg className="error-trace" viewBox="0 0 320 80" preserveAspectRatio="none" aria-hidden="true">
        <path className="error-limit" d="M0 24h320" />
        <path d="M0 60h70c10 0 12-8 18-8s8 14 16 14 10-10 18-10 8 4 14 4c10 0 14-80 18-320" />
        <path className="error-limit" d="M196 60h124" />
      </svg>
      <p className="error-status">{status}</p>
      <h1 className="error-title">{title}</h1>
      {advice && <p>{advice}</p>}
      <div className="error-ways">{children}</div>
    </div>
  )
}
