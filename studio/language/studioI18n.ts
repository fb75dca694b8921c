import type {LocaleDefinition, LocaleResourceBundle} from 'sanity'
import {studioLanguage, studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'

const {zh, en} = studioLocaleIds

const uploadAdvice = 'Upload a JPEG, PNG, WebP or AVIF of up to 20 MB. If that does not help, tell an administrator.'

/** For a picture pasted into running text, say. */
const fileAdvice = 'No file can be put here. Upload pictures as the photograph of a text block:'

/** Also shown for a time that is not understood. */
const scheduleAdvice = 'Enter a time in the future, such as Jan 31, 2030 09:30, or choose it from the calendar.'

/** Button, for eyes and for screen readers, dialog and its heading, which Sanity names in four ways. */
const cropTexts = [
  'inputs.image.actions-menu.crop-image-tooltip',
  'inputs.image.actions-menu.edit-details.aria-label',
  'inputs.image.hotspot-dialog.title',
  'inputs.imagetool.title',
]

/** Messages of an action on a release that was refused, or whose answer got lost: the error says which (`sendOnce`). */
const failed = (actions: Record<string, string>) =>
  Object.fromEntries(Object.entries(actions).map(([key, action]) => [key, `${action}: {{error}}`]))

const releaseActions = failed({
  'toast.archive.error': 'Archiving “<strong>{{title}}</strong>”',
  'toast.confirm-active-scheduled-drafts.error': 'Scheduling the drafts',
  'toast.create-version.error': 'Adding the document to the release',
  'toast.delete.error': 'Deleting “<strong>{{title}}</strong>”',
  'toast.duplicate.error': 'Duplicating “<strong>{{title}}</strong>”',
  'toast.publish.error': 'Publishing “<strong>{{title}}</strong>”',
  'toast.revert.error': 'Reverting the release',
  'toast.schedule.error': 'Scheduling “<strong>{{title}}</strong>”',
  'toast.unarchive.error': 'Unarchiving “<strong>{{title}}</strong>”',
  'toast.unschedule.error': 'Unscheduling “<strong>{{title}}</strong>”',
})

const draftActions = failed({
  'release.toast.delete-schedule-draft.error': 'Deleting the scheduled draft “<strong>{{title}}</strong>”',
  'release.toast.pause-scheduled-draft.error': 'Pausing the scheduled draft “<strong>{{title}}</strong>”',
  'release.toast.publish-scheduled-draft.error': 'Publishing the scheduled draft “<strong>{{title}}</strong>”',
  'release.toast.reschedule-scheduled-draft.error': 'Rescheduling “<strong>{{title}}</strong>”',
  'release.toast.schedule-publish.error': 'Scheduling the draft',
})

/** Without the names of the roles, which are in both languages. */
const permissionBanner = (plural: string, roles: string) => ({
  [`banners.permission-check-banner.missing-permission_create_${plural}`]: `${roles} not publish this document.`,
  [`banners.permission-check-banner.missing-permission_update_${plural}`]: `${roles} not change this document.`,
})

/**
 * The question before a deletion, which Sanity asks in one way for a document and in another for several versions of it. Only the
 * embedded lake has a record from which a deleted document comes back.
 */
const deletion = (forms: Record<string, string>, way: string) =>
  Object.fromEntries(
    Object.entries(forms).map(([form, question]) => [
      `confirm-delete-dialog.confirmation.text_delete${form}`,
      typeof __CONTENT_SOURCE__ !== 'undefined' && __CONTENT_SOURCE__.embedded ? `${question}${way}` : question,
    ]),
  )

/** Texts that Sanity's locales lack. */
const bundles: LocaleResourceBundle[] = [
  {locale: zh, namespace: 'comments', resources: () => import('./chinese/comments.ts')},
  {locale: zh, namespace: 'presentation', resources: () => import('./chinese/presentation.ts')},
  {locale: zh, namespace: 'structure', resources: () => import('./chinese/structure.ts')},
  {locale: zh, namespace: 'studio', resources: () => import('./chinese/studio.ts')},
  {
    locale: zh,
    namespace: 'structure',
    resources: deletion(
      {
        '': '确定要删除“<DocumentTitle/>”吗？',
        _one: '确定要删除“<DocumentTitle/>”吗？',
        _other: '确定要删除“<DocumentTitle/>”的所有版本吗？',
      },
      '已经发布过的内容，以后可以在“发布记录”里恢复为草稿。',
    ),
  },
  {
    locale: zh,
    namespace: 'copy-paste',
    resources: {
      'copy-paste.on-paste.validation.read-only-fields-skipped.description': '已跳过只读字段：{{fieldNames}}',
      'copy-paste.on-paste.validation.read-only-fields-skipped-truncated.description':
        '已跳过只读字段：{{fieldNames}} 等 {{count}} 个',
    },
  },
  {locale: zh, namespace: 'releases', resources: () => import('./chinese/releases.ts')},
  {locale: zh, namespace: 'singleDocRelease', resources: () => import('./chinese/scheduledDrafts.ts')},
  {
    locale: en,
    namespace: 'releases',
    resources: {'schedule-dialog.publish-date-in-past-warning': scheduleAdvice, ...releaseActions},
  },
  {
    locale: en,
    namespace: 'presentation',
    resources: {
      // The names of the tools beside it.
      'narrow-tabs.content-tab.label': 'Content',
      'narrow-tabs.navigator-tab.label': 'Site map',
      'narrow-tabs.preview-tab.label': 'Preview',
      'locations-banner.resolving.text': 'Looking for the pages that show it…',
    },
  },
  {
    locale: en,
    namespace: 'structure',
    resources: {
      'changes.action.close-label': 'Close history',
      ...deletion(
        {
          _one: 'Are you sure that you want to delete “<DocumentTitle/>”?',
          _other: 'Are you sure that you want to delete all versions of “<DocumentTitle/>”?',
        },
        ' What was published can be brought back as a draft later, under “Published”.',
      ),
      ...permissionBanner('one', 'Your role may'),
      ...permissionBanner('other', 'Your roles may'),
    },
  },
  // Uploads that bypass `ValidatingUploader`, such as pasting into a list.
  {
    locale: en,
    namespace: 'studio',
    resources: {
      // Sanity asks for these keys, which its own locale lacks.
      'new-document.new-document': 'New document',
      'search.search-results-label': 'Search results',
      'release.schedule-dialog.publish-date-in-past-warning': scheduleAdvice,
      'asset-sources.common.uploader.upload-failed.description': uploadAdvice,
      'inputs.image.upload-error.description': uploadAdvice,
      'inputs.array.error.cannot-upload-unable-to-convert_one': fileAdvice,
      'inputs.array.error.cannot-upload-unable-to-convert_other': fileAdvice,
      ...draftActions,
      ...Object.fromEntries(cropTexts.map((key) => [key, 'Crop and hotspot'])),
    },
  },
]

/** Sorts the preferred locale last: Sanity uses the last one if no choice is stored. */
function byPreference(locales: LocaleDefinition[]): LocaleDefinition[] {
  const preferred = studioLanguage === undefined ? undefined : studioLocaleIds[studioLanguage]
  return locales.toSorted((a, b) => Number(a.id === preferred) - Number(b.id === preferred))
}

/** The Studio's `i18n` configuration. */
export const studioI18n = {bundles, locales: byPreference}
