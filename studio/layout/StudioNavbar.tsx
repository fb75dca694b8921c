import {TranslateIcon} from '@sanity/icons/Translate'
import {type NavbarProps, useLocale} from 'sanity'
import {studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'

/**
 * Sanity's navbar with a button for the other language, labelled in that language: the installed version has no language
 * menu of its own.
 */
export function StudioNavbar(props: NavbarProps) {
  const {changeLocale, currentLocale} = useLocale()
  const isChinese = currentLocale.id === studioLocaleIds.zh
  const action = {
    name: 'studio-language',
    title: isChinese ? 'English' : '中文',
    icon: TranslateIcon,
    selected: false,
    onAction: () => changeLocale(isChinese ? studioLocaleIds.en : studioLocaleIds.zh),
  }
  const actions = (['topbar', 'sidebar'] as const).map((location) => ({...action, location}))
  return props.renderDefault({...props, __internal_actions: [...(props.__internal_actions ?? []), ...actions]})
}
