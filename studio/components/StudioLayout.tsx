import {useLayoutEffect} from 'react'
import type {LayoutProps} from 'sanity'
import {languageTags} from '../../lib/locales.ts'
import {FirstVisit} from '../help/FirstVisit.tsx'
import {editorLocale} from '../language/editorLocale.ts'
import {ReloadOnLanguage} from '../language/ReloadOnLanguage.tsx'

/** The Studio's frame: one language at a time, and a guide on the first visit. */
export function StudioLayout(props: LayoutProps) {
  useLayoutEffect(() => {
    // Sanity's document says English whatever it shows: screen readers and the shapes of Chinese characters follow it.
    document.documentElement.lang = languageTags[editorLocale()]
  }, [])
  const renderDefault = (layout: LayoutProps) => (
    <>
      {props.renderDefault(layout)}
      <FirstVisit />
    </>
  )
  return <ReloadOnLanguage {...props} renderDefault={renderDefault} />
}
