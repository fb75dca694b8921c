import type {BadgeTone} from '@sanity/ui'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import type {PageFlag} from './pageStates.ts'

interface FlagLabel {
  title: string
  /** Its meaning for visitors. */
  meaning: string
  tone: BadgeTone
}

/** Labels of the site map's flags. */
export const flagLabels: Readonly<Record<PageFlag, FlagLabel>> = {
  release: {
    title: label('在发布计划里', 'In the release'),
    meaning: label('这里是它在发布计划里的样子。', 'This is the page as the release has it.'),
    tone: 'primary',
  },
  draft: {
    title: label('有草稿', 'Draft'),
    meaning: label('有修改还没有发布。', 'There are changes that are not published yet.'),
    tone: 'caution',
  },
  missingEnglish: {
    title: label('缺英文', 'English missing'),
    meaning: label('英文页面在缺少的地方显示中文。', 'English pages show the Chinese where it is missing.'),
    tone: 'primary',
  },
  placeholder: {
    title: label('待填', 'Placeholder'),
    meaning: label('还有占位内容没有换成真实信息。', 'A placeholder has not been replaced by the real information.'),
    tone: 'caution',
  },
  expiredClaim: {
    title: label('数据过期', 'Claim expired'),
    meaning: label('引用了已经过期的数据。', 'It quotes a claim that has expired.'),
    tone: 'critical',
  },
  unpublished: {
    title: label('未发布', 'Not published'),
    meaning: label('访客还看不到这个页面。', 'Visitors do not see this page yet.'),
    tone: 'critical',
  },
  embargo: {
    title: label('定时公开', 'Embargo'),
    meaning: label('到设定的时间才公开。', 'It opens at the time that was set.'),
    tone: 'primary',
  },
}
