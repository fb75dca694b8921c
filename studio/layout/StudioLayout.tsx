import {Flex, Spinner, Text} from '@sanity/ui'
import {useEffect, useLayoutEffect} from 'react'
import {type LayoutProps, useCurrentLocale} from 'sanity'
import {languageTags} from '../../lib/locales.ts'
import {editorLocale, studioLanguage, studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'
import {followDialogs} from '../focus/dialogFocus.ts'
import {FirstVisit} from '../help/FirstVisit.tsx'
import {correctTexts} from '../language/correctTexts.ts'
import {SaveGuard} from '../saving/SaveGuard.tsx'
import {edits} from '../saving/saving.ts'
import {useSiteDocumentsClient} from '../structure/siteDocuments.ts'
import {UploadProblems} from '../uploads/UploadProblems.tsx'

/**
 * Brings the first field onto the first screen and lets texts grow with what they hold. Sanity has no options for the
 * distances in its forms. On a phone fields and menus are 40 pixels high, to be tapped.
 */
const formStyles = `
[data-testid='document-panel-scroller'] > div:has(> div > div > [data-testid='form-view']) { padding-top: 12px; }
[data-testid='form-view'] > [data-ui='FormRow'] > div > div { margin-bottom: 12px; }
[data-testid='document-form'] > [data-ui='Stack'] { gap: 32px; }
[data-testid='document-form'] > [data-ui='Stack'] > [data-testid='field-groups'] { margin-bottom: -16px; }
[data-testid^='field-'] textarea { field-sizing: content; height: auto; min-height: calc(2lh + 14px); max-height: 60vh; }
@media (max-width: 600px) {
  [data-testid='document-form'] > [data-ui='Stack'] { gap: 24px; }
  [data-testid='form-view'] button:not([data-testid='change-bar__button']),
  [data-testid='form-view'] select,
  [data-testid='form-view'] input:not([type='checkbox'], [type='radio'], [type='file']),
  [data-ui='MenuItem'],
  [data-testid='pane-footer'] button { min-height: 40px; }
}
`

/** Sanity's entries for its own hosting: a project's people and prices, and the registration of a Studio. The embedded lake has none. */
const lakeStyles = `
a[href^='https://www.sanity.io/manage/project/'],
[data-ui='Card']:has(> ul > li > a[href^='https://www.sanity.io/manage/project/']),
[data-testid='menu-button-resources'] [data-ui='Card']:has(> [role='menuitem']:not([data-testid])),
[data-testid='menu-button-resources'] hr:last-child { display: none !important; }
`

/** The Studio's layout with language, save guard, first-visit guide and upload errors. */
export function StudioLayout(props: LayoutProps) {
  useSiteDocumentsClient()
  useLayoutEffect(() => {
    // Sanity always sets English; screen readers and the glyphs of Chinese characters depend on it.
    document.documentElement.lang = languageTags[editorLocale()]
    return correctTexts(document.body, editorLocale())
  }, [])
  useEffect(() => followDialogs(document.body), [])
  const renderDefault = (layout: LayoutProps) => (
    <SaveGuard>
      {props.renderDefault(layout)}
      <style>{formStyles}</style>
      {__CONTENT_SOURCE__.embedded && <style>{lakeStyles}</style>}
      <FirstVisit />
      <UploadProblems />
    </SaveGuard>
  )
  return <ReloadOnLanguage {...props} renderDefault={renderDefault} />
}

/**
 * Saves, then reloads the Studio when the other language is chosen: Sanity's own texts change at once, but titles of
 * fields belong to the compiled schema.
 */
function ReloadOnLanguage(props: LayoutProps) {
  const chosen = useCurrentLocale().id
  const stale = studioLanguage !== undefined && chosen !== studioLocaleIds[studioLanguage]
  useEffect(() => {
    if (!stale) return
    void edits.whenSaved().then(() => location.reload())
  }, [stale])
  if (!stale) return props.renderDefault(props)
  return (
    <Flex align="center" direction="column" gap={4} justify="center" height="fill" style={{minHeight: '100dvh'}}>
      <Spinner muted />
      <Text muted>{chosen === studioLocaleIds.zh ? '正在切换到中文…' : 'Switching to English…'}</Text>
    </Flex>
  )
}
