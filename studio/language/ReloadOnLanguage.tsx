import {Flex, Spinner, Text} from '@sanity/ui'
import {useEffect} from 'react'
import {type LayoutProps, useCurrentLocale} from 'sanity'
import {studioLanguage, studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'
import {edits} from '../saving/saving.ts'

/**
 * Loads the Studio anew once its user menu has chosen the other language: Sanity's own words change at once, but the
 * titles of fields belong to the compiled schema, and a screen in two languages at a time is what nobody wants.
 */
export function ReloadOnLanguage(props: LayoutProps) {
  const chosen = useCurrentLocale().id
  const stale = studioLanguage !== undefined && chosen !== studioLocaleIds[studioLanguage]
  useEffect(() => {
    if (!stale) return
    void edits.settled().then(() => location.reload())
  }, [stale])
  if (!stale) return props.renderDefault(props)
  return (
    <Flex align="center" direction="column" gap={4} justify="center" height="fill" style={{minHeight: '100dvh'}}>
      <Spinner muted />
      <Text muted>{chosen === studioLocaleIds.zh ? '正在切换到中文…' : 'Switching to English…'}</Text>
    </Flex>
  )
}
