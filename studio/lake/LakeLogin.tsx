import type {CSSProperties} from 'react'
import {hint, label} from '../../sanity/schema/support/bilingual.ts'

const style: CSSProperties = {
  display: 'grid',
  gap: '1rem',
  justifyItems: 'center',
  alignContent: 'center',
  minHeight: '12rem',
  font: '1rem/1.7 system-ui, sans-serif',
}

/**
 * Login page for a browser without a session: one served by a development server, or one that lost its cookie. The lake
 * gives a session to local browsers and redirects back.
 */
export function LakeLogin({lakeUrl}: {lakeUrl: string}) {
  const url = new URL('/v1/auth/login/local', lakeUrl)
  url.searchParams.set('origin', location.href)
  return (
    <main style={style}>
      <p>{hint('Studio 需要确认您在这台电脑上。', 'The Studio needs to know that you are on this machine.')}</p>
      <a href={url.href}>{label('登录', 'Sign in')}</a>
    </main>
  )
}
