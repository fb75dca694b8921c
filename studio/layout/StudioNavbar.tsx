import {CheckmarkIcon} from '@sanity/icons/Checkmark'
import {TranslateIcon} from '@sanity/icons/Translate'
import {type NavbarProps, useCurrentUser, useLocale} from 'sanity'
import {useRouter} from 'sanity/router'
import {label, studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'
import {requestsFor, useReviewRequests} from '../reviews/reviewRequests.ts'
import {confirmDiscard, edits} from '../saving/saving.ts'

/**
 * Sanity's navbar with a button for the other language, labelled in that language, as the installed version has no language
 * menu of its own; and, for those who may publish, one that says how many drafts wait for a review.
 */
export function StudioNavbar(props: NavbarProps) {
  const {changeLocale, currentLocale} = useLocale()
  const isChinese = currentLocale.id === studioLocaleIds.zh
  const changeLanguage = async () => {
    if (!confirmDiscard()) return
    // In another language Sanity mounts everything anew, and what a form patches as it is unmounted would go unnoticed.
    await edits.whenTyped()
    await changeLocale(isChinese ? studioLocaleIds.en : studioLocaleIds.zh)
  }
  const action = {
    name: 'studio-language',
    title: isChinese ? 'English' : '中文',
    icon: TranslateIcon,
    selected: false,
    onAction: () => void changeLanguage(),
  }
  const router = useRouter()
  const currentUser = useCurrentUser()
  const waiting = requestsFor(currentUser, useReviewRequests().requests ?? []).toAnswer.length
  const reviews = {
    name: 'reviews-waiting',
    title: label(`待审核 ${waiting}`, `${waiting} to review`),
    icon: CheckmarkIcon,
    selected: false,
    onAction: () => router.navigate({tool: 'reviews'}),
  }
  const own = waiting > 0 ? [reviews, action] : [action]
  const actions = (['topbar', 'sidebar'] as const).flatMap((location) => own.map((one) => ({...one, location})))
  return props.renderDefault({...props, __internal_actions: [...(props.__internal_actions ?? []), ...actions]})
}
