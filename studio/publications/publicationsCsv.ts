import {csvRow, csvStart} from '../../lib/csv.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import type {Publication} from './publicationsApi.ts'

export const kindLabels: Record<Publication['kind'], string> = {
  published: label('上线', 'Put online'),
  changed: label('发布修改', 'Published changes'),
  removed: label('撤下或删除', 'Taken down'),
}

/** How it became public, in words: by hand from a draft, by a release, at a set time, or without a draft. */
export function causeOf({cause, release, kind}: Publication): string {
  if (cause === 'draft')
    return kind === 'removed' ? label('手动', 'By hand') : label('手动发布草稿', 'A draft, by hand')
  if (cause === 'direct') return label('没有经过草稿，由导入或程序写入', 'Without a draft, by an import or a program')
  if (!release) return label('随发布计划', 'By a release')
  if (release.isScheduledDraft)
    return release.isTimed
      ? label('定时发布的草稿，到时间自动', 'A scheduled draft, at its time')
      : label('定时发布的草稿，提前手动', 'A scheduled draft, by hand before its time')
  const title = release.title || label('未命名', 'untitled')
  return release.isTimed
    ? label(`随发布计划“${title}”，到时间自动`, `By the release “${title}”, at its time`)
    : label(`随发布计划“${title}”，手动`, `By the release “${title}”, by hand`)
}

interface Named {
  nameOf: (author: string) => string
  titleOf: (publication: Publication) => string
}

/** The list as CSV for a spreadsheet. */
export function publicationsCsv(publications: readonly Publication[], {nameOf, titleOf}: Named): string {
  const header = [
    label('时间', 'Time'),
    label('人员', 'Person'),
    label('用户名', 'User name'),
    label('操作', 'What'),
    label('方式', 'How'),
    label('文档', 'Document'),
    label('类型', 'Type'),
    'id',
  ]
  const rows = publications.map((publication) => {
    const {time, author, kind, documentType, documentId} = publication
    const what = [kindLabels[kind], causeOf(publication)]
    return [time, nameOf(author), author, ...what, titleOf(publication), documentType, documentId]
  })
  return csvStart + [header, ...rows].map(csvRow).join('')
}
