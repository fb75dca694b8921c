/** An arrow after a link's text. */
export function Arrow() {
  return (
    <svg viewBox="0 0 20 12" width="20" height="12" aria-hidden="true">
      <path
        d="M0 6h18M13 1l5 5-5 5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
