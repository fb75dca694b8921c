'use client'

import {useEffect} from 'react'
import {ErrorView} from '@/components/ErrorView'
import {languageTags} from '@/lib/locales'
import {basePath} from '@/lib/urls'
import './globals.css'

/** Milliseconds until a preview is loaded again. */
const reloadDelay = 2000

const reload = () => location.reload()

/**
 * Replaces the whole document when a root layout fails, so it reads the language from the URL. The page is loaded again
 * rather than rendered: what had styles in the document's head, as the tools of a preview, cannot go on without them.
 */
export default function GlobalError({error}: {error: unknown}) {
  const path = typeof window === 'undefined' ? basePath : window.location.pathname
  const locale = path === `${basePath}/en` || path.startsWith(`${basePath}/en/`) ? 'en' : 'zh'
  useEffect(() => {
    // Only a preview is in a frame, the Studio's, where nobody sees a reason to press the button.
    if (parent === window) return
    const timer = setTimeout(reload, reloadDelay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <html lang={languageTags[locale]}>
      <body>
        <ErrorView locale={locale} error={error} retry={reload} />
      </body>
    </html>
  )
}
