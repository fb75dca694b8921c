import {useEffect, useLayoutEffect} from 'react'
import type {LayoutProps} from 'sanity'
import {languageTags} from '../../lib/locales.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'
import {followDialogs} from '../focus/dialogFocus.ts'
import {FirstVisit} from '../help/FirstVisit.tsx'
import {translateLabels} from '../language/chineseLabels.ts'
import {ReloadOnLanguage} from '../language/ReloadOnLanguage.tsx'
import {SaveGuard} from '../saving/SaveGuard.tsx'
import {useSiteDocumentsClient} from '../structure/siteDocuments.ts'
import {UploadProblems} from '../uploads/UploadProblems.tsx'
import {FormStyles} from './FormStyles.tsx'

/** The Studio's layout with language, save guard, first-visit guide and upload errors. */
export function StudioLayout(props: LayoutProps) {
  useSiteDocumentsClient()
  useLayoutEffect(() => {
    // Sanity always sets English; screen readers and the glyphs of Chinese characters depend on it.
    document.documentElement.lang = languageTags[editorLocale()]
    return editorLocale() === 'zh' ? translateLabels(document.body) : undefined
  }, [])
  useEffect(() => followDialogs(document.body), [])
  const renderDefault = (layout: LayoutProps) => (
    <SaveGuard>
      {props.renderDefault(layout)}
      <FormStyles />
      <FirstVisit />
      <UploadProblems />
    </SaveGuard>
  )
  return <ReloadOnLanguage {...props} renderDefault={renderDefault} />
}
