import {Flex, Spinner, Text} from '@sanity/ui'
import {useEffect} from 'react'
import {type LayoutProps, useCurrentLocale} from 'sanity'
import {studioLanguage, studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'
import {edits} from '../saving/saving.ts'

/**
 * Saves, then reloads the Studio when the other language is chosen: Sanity's own texts change at once, but titles of
 * fields belong to the compiled schema.
 */
export function ReloadOnLanguage(props: LayoutProps) {
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
