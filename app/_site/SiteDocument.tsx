import type {Metadata, Viewport} from 'next'
import type {ReactNode} from 'react'
import siteScript from '@/browser/site.bundle'
import {announcementId, pageId} from '@/browser/swapPage'
import {Notice, Notices} from '@/components/notices/Notices'
import {dateIn, translator} from '@/i18n/translator'
import {type Locale, languageTags} from '@/lib/locales'
import {type PageMode, pageModeName} from '@/lib/pageMode'
import {withBasePath} from '@/lib/urls'
import {currentPreview, type Preview, source} from '@/sanity/client'
import {DraftTools, GuestTools} from './DraftTools'

/** Metadata of all pages; each page adds its own. */
export const siteMetadata: Metadata = {
  metadataBase: new URL(source.siteUrl),
  icons: {
    icon: withBasePath('/icon.svg'),
    // The home screens of iPhone and iPad, which take no SVG.
    apple: [
      {url: withBasePath('/apple-touch-icon.png'), sizes: '180x180'},
      {url: withBasePath('/apple-touch-icon-167.png'), sizes: '167x167'},
    ],
  },
  formatDetection: {telephone: false},
}

/** `cover` extends to the screen's edges; margins respect the safe areas. */
export const siteViewport: Viewport = {
  viewportFit: 'cover',
  themeColor: [
    {media: '(prefers-color-scheme: light)', color: '#fbfaf5'},
    {media: '(prefers-color-scheme: dark)', color: '#0b1322'},
  ],
}

/** The document of a language, rendered by both root layouts. */
export async function SiteDocument({locale, children}: {locale: Locale; children: ReactNode}) {
  const preview = await currentPreview()
  const words = translator(locale, 'notices')
  return (
    <html lang={languageTags[locale]}>
      <body>
        <script type="module" async src={siteScript} />
        {/* The module may give it its state before a whole page is hydrated. */}
        <div className="progress-bar" aria-hidden="true" suppressHydrationWarning />
        <p id={announcementId} role="status" />
        <div id={pageId}>
          {children}
          <Notices about="connection">
            <Notice name="offline" text={words('offline')} />
            <Notice name="online" text={words('online')} />
            <Notice name="waiting" text={words('waiting')} button={words('retry')} />
          </Notices>
        </div>
        {preview && <PreviewTools preview={preview} locale={locale} />}
      </body>
    </html>
  )
}

/** A preview's additions to the page: for an editor the tools of Presentation, for a guest a notice. */
function PreviewTools({preview, locale}: {preview: Preview; locale: Locale}) {
  const words = translator(locale, 'draft')
  const action = withBasePath('/api/draft-mode/disable')
  if (preview.by === 'editor')
    return (
      <DraftTools
        events={withBasePath('/api/draft-mode/events')}
        perspective={withBasePath('/api/draft-mode/perspective')}
        shown={String(preview.perspective)}
        studio={new URL(source.studioUrl).origin}
        notice={words('notice')}
        leave={words('leave')}
        action={action}
      />
    )
  const notice =
    preview.by === 'guest'
      ? words('guest', {until: dateIn(locale, {timeStyle: 'short'}).format(new Date(preview.endsAt))})
      : words('ended')
  return <GuestTools notice={notice} leave={words('toPublished')} action={action} />
}

/** Marks how a page runs in the browser. In development every page needs Next's scripts, which reload it after an edit. */
export async function PageModeMark() {
  const preview = await currentPreview()
  const isLight = process.env.NODE_ENV === 'production'
  const mode: PageMode | undefined = preview ? 'draft' : isLight ? 'light' : undefined
  return mode && <meta name={pageModeName} content={mode} />
}
