import type {Hue} from '@/sanity/projections/product'
import {inkOf, palette} from './palette'

export const markImageSize = {width: 400, height: 400}

/** The site's mark as a square picture: what chats show beside a shared link. */
export function MarkImage({code, hue}: {code?: string | undefined; hue?: Hue | undefined}) {
  const {color} = inkOf(hue)
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        color: palette.paper,
        backgroundColor: color,
        fontSize: 92,
        fontWeight: 700,
      }}
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" width={code ? 170 : 260} height={code ? 170 : 260}>
        <circle cx="12" cy="12" r="6.5" fill="none" stroke={palette.paper} strokeWidth="1.25" />
        <path d="M12 0v24M0 12h24" fill="none" stroke={palette.paper} strokeWidth="1.25" />
        <path d="M12 12V5.5A6.5 6.5 0 0 1 18.5 12ZM12 12v6.5A6.5 6.5 0 0 1 5.5 12Z" fill={palette.paper} />
      </svg>
      {code}
    </div>
  )
}
