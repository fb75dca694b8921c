import {useLayoutEffect} from 'react'
import type {LayoutProps} from 'sanity'
import {languageTags} from '../../lib/locales.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'
import {FirstVisit} from '../help/FirstVisit.tsx'
import {ReloadOnLanguage} from '../language/ReloadOnLanguage.tsx'
import {SaveGuard} from '../saving/SaveGuard.tsx'
import {UploadProblems} from '../uploads/UploadProblems.tsx'

/** The Studio's frame: one language at a time, nothing typed is lost, and a guide on the first visit. */
export function StudioLayout(props: LayoutProps) {
  useLayoutEffect(() => {
    // Sanity's document says English whatever it shows: screen readers and the shapes of Chinese characters follow it.
    document.documentElement.lang = languageTags[editorLocale()]
  }, [])
  const renderDefault = (layout: LayoutProps) => (
    <SaveGuard>
      {props.renderDefault(layout)}
      <FirstVisit />
      <UploadProblems />
    </SaveGuard>
  )
  return <ReloadOnLanguage {...props} renderDefault={renderDefault} />
}
