/** The crosshair with which a sheet is aligned: the site's own mark. */
export function RegistrationMark({size = 24, className}: {size?: number; className?: string | undefined}) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={className} aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle cx="12" cy="12" r="6.5" />
        <path d="M12 0v24M0 12h24" />
      </g>
      <path d="M12 12V5.5A6.5 6.5 0 0 1 18.5 12ZM12 12v6.5A6.5 6.5 0 0 1 5.5 12Z" fill="currentColor" />
    </svg>
  )
}
