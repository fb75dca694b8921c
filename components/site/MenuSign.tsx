const paths = {open: 'M2 7h20M2 12h14M2 17h20', close: 'm5 5 14 14M19 5 5 19'} as const

/** Three rules for the menu, a cross for the way out. */
export function MenuSign({shape}: {shape: keyof typeof paths}) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={paths[shape]} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
