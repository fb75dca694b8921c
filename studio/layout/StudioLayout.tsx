import {Button, Card, Flex, Spinner, Text} from '@sanity/ui'
import {type CSSProperties, type PropsWithChildren, useEffect, useLayoutEffect} from 'react'
import {type DocumentLayoutProps, type LayoutProps, useCurrentLocale, useFeatureEnabled, useWorkspace} from 'sanity'
import {useRouter, useRouterState} from 'sanity/router'
import {isObject} from '../../lib/json.ts'
import {languageTags} from '../../lib/locales.ts'
import {editorLocale, hint, label, studioLanguage, studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'
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
/* Where a list draws the items in view alone, the browser would hold on to one that is about to go, and scroll without an end. */
[data-testid='document-panel-scroller'], [data-ui='Dialog'] * { overflow-anchor: none; }
[data-testid='form-view'] > [data-ui='FormRow'] > div > div { margin-bottom: 12px; }
[data-testid='document-form'] > [data-ui='Stack'],
[data-testid='document-form'] [data-ui='Stack']:has(> [data-testid='field-groups']) { gap: 32px; }
[data-testid='document-form'] [data-ui='Stack'] > [data-testid='field-groups'] { margin-bottom: -16px; }
/* Leaving, it jumps onto the footer below it, and would take a press of Publish. */
[data-ui='Toast'][data-motion-pop-id] { visibility: hidden; transition: none !important; }
[data-testid^='field-'] textarea { field-sizing: content; height: auto; min-height: calc(2lh + 14px); max-height: 60vh; }
@media (max-width: 600px) {
  [data-testid='document-form'] > [data-ui='Stack'] { gap: 20px; }
  [data-testid='studio-navbar'],
  [data-ui='Flex']:has(> * > [data-testid='document-perspective-list']),
  [data-testid='pane-header'] > * > [data-ui='Flex'] { padding-block: 4px; }
  [data-testid='form-view'] select,
  [data-testid='form-view'] input:not([type='checkbox'], [type='radio'], [type='file']),
  [data-testid='date-input'],
  [data-ui='MenuItem'],
  [data-testid='presentation-root'] input { min-height: 40px; }
  [data-testid='studio-layout'] :is([data-ui$='Button'], [data-ui='Tab']),
  [data-ui='ToastProvider'] [data-ui='Button'],
  [data-testid='studio-navbar'] button,
  [data-testid='form-view'] button:not([data-testid='change-bar__button']),
  [data-testid='pane-footer'] button { min-height: 40px; min-width: 36px; align-items: center; justify-content: center; }
  [data-testid='studio-navbar'] :is([data-ui='Button'], [data-ui='MenuButton']) { min-width: 0; }
  /* Into the padding around it, so that it is as high as its field. */
  [data-ui='Dialog'] [data-testid='select-date-button'] { margin-block: -5px; clip-path: inset(1px 0); }
  /* Beside the preview a block's dialog is the whole screen's, too, but lies below all bars: its button to close it. */
  [data-testid='presentation-root'] [data-ui='Dialog'] { top: 48px; }
  /* Of the tables of *Releases*, 800 pixels wide, what is needed: name, time, red mark and menu; change, document, problems and menu. */
  [data-testid='studio-layout'] div:has(> div > table) { min-width: 0 !important; }
  table :is([style*='width: 120px'], [style*='width: 130px'], [style*='width: 150px']) { display: none !important; }
  table :is([style*='width: 250px'], [style*='width: 280px']) { width: 110px !important; }
  table [style*='min-width: 100px'] { min-width: 84px !important; }
  table [style*='min-width: 200px'] { min-width: 0 !important; }
  table [style*='min-width: min('] { min-width: 0 !important; max-width: none !important; flex: 1 1 0 !important; }
  table td[style*='width: 50px'] { flex: none !important; }
  /* Names in two lines, in the place of pins and icons. Sanity's text is drawn beyond its box, which would be cut. */
  table span:has(> [data-testid='pin-release-button']),
  table a > [data-ui='Flex'] > [data-ui='Box'],
  table [data-ui='Box']:has(> [data-testid='Media']) { display: none !important; }
  table th[style*='min-width: 200px'] { padding-left: 12px !important; }
  table td > [data-ui='Flex'] > a { background: none !important; }
  table td > [data-ui='Flex'] > a [data-ui='Text'] {
    display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden;
  }
  table td > [data-ui='Flex'] > a [data-ui='Text']::before,
  table td > [data-ui='Flex'] > a [data-ui='Text']::after { display: none; }
  [data-testid='document-pane']:has([data-ui='Dialog'])
    :is([data-ui='Card']:has([data-testid='document-perspective-list']), [data-testid='pane-header'], [data-testid='pane-footer']) { z-index: 1 !important; }
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
  useSiteMapFirst()
  useLayoutEffect(() => {
    // Sanity always sets English; screen readers and the glyphs of Chinese characters depend on it.
    document.documentElement.lang = languageTags[editorLocale()]
    return correctTexts(document.body, editorLocale())
  }, [])
  useEffect(() => followDialogs(document.body), [])
  return (
    <SaveGuard>
      <ReloadOnLanguage>
        {props.renderDefault(props)}
        <style>{formStyles}</style>
        {__CONTENT_SOURCE__.embedded && <style>{lakeStyles}</style>}
        <WrongAddress />
        <FirstVisit />
        <UploadProblems />
      </ReloadOnLanguage>
    </SaveGuard>
  )
}

/**
 * Renders a document's layout once it is known whether the project has comments. When the Studio learns that, it mounts
 * the whole form again, which would take the caret from somebody who is writing.
 */
export function DocumentLayout(props: DocumentLayoutProps) {
  const {isLoading} = useFeatureEnabled('studioComments')
  return isLoading ? null : props.renderDefault(props)
}

/** Opens the site map where only the list of contents would be shown, and there is room beside it. */
function useSiteMapFirst(): void {
  const {navigate} = useRouter()
  const isBare = useRouterState(({tool, structure}) => {
    // A link to a document is an intent until its panes are known.
    const {panes, intent}: Record<string, unknown> = isObject(structure) ? structure : {}
    return tool === 'structure' && !panes && !intent
  })
  useEffect(() => {
    if (!isBare || matchMedia('(max-width: 600px)').matches) return
    navigate({tool: 'structure', structure: {panes: [[{id: 'siteMap'}]]}}, {replace: true})
  }, [isBare, navigate])
}

/** The way out of an address without a tool, below Sanity's own “Tool not found”. */
function WrongAddress() {
  const {tools} = useWorkspace()
  const {navigate} = useRouter()
  const wanted = useRouterState(({tool}) => tool)
  const [first] = tools
  if (!first || typeof wanted !== 'string' || tools.some(({name}) => name === wanted)) return null
  return (
    <Card data-testid="wrong-address" padding={3} radius={3} shadow={2} style={belowMiddle}>
      <Flex align="center" gap={3} wrap="wrap">
        <Text size={1}>
          {hint(
            '这个地址下没有内容，或者您的角色不能打开它。',
            'There is nothing at this address, or your role may not open it.',
          )}
        </Text>
        <Button mode="ghost" onClick={() => navigate({tool: first.name})} text={label('打开“内容”', 'Go to Content')} />
      </Flex>
    </Card>
  )
}

const belowMiddle: CSSProperties = {
  position: 'fixed',
  top: '62%',
  left: '50%',
  width: 'max-content',
  maxWidth: 'calc(100vw - 32px)',
  transform: 'translateX(-50%)',
}

/**
 * Saves, then reloads the Studio when the other language is chosen: Sanity's own texts change at once, but titles of
 * fields belong to the compiled schema.
 */
function ReloadOnLanguage({children}: PropsWithChildren) {
  const chosen = useCurrentLocale().id
  const stale = studioLanguage !== undefined && chosen !== studioLocaleIds[studioLanguage]
  useEffect(() => {
    if (!stale) return
    void edits.whenSaved().then(() => location.reload())
  }, [stale])
  if (!stale) return children
  return (
    <Flex align="center" direction="column" gap={4} justify="center" height="fill" style={{minHeight: '100dvh'}}>
      <Spinner muted />
      <Text muted>{chosen === studioLocaleIds.zh ? '正在切换到中文…' : 'Switching to English…'}</Text>
    </Flex>
  )
}
