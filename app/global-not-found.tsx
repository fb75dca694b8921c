import {notFoundMetadata} from '@/app/_site/NotFoundPage'
import {NotFoundView} from '@/components/NotFoundView'
import {languageTags} from '@/lib/locales'
import './globals.css'

export const metadata = notFoundMetadata('zh')

/** For unknown paths that the proxy does not rewrite, such as `/api/nope`. None of them names a language. */
export default function GlobalNotFound() {
  return (
    <html lang={languageTags.zh}>
      <body>
        <NotFoundView locale="zh" />
      </body>
    </html>
  )
}
