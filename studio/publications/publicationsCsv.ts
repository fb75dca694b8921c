import {label} from '../../sanity/schema/support/bilingual.ts'
import type {Publication} from './publicationsApi.ts'

export const kindLabels: Record<Publication['kind'], string> = {
  published: label('首次发布', 'First published'),
  changed: label('发布修改', 'Published changes'),
  removed: label('撤下或删除', 'Taken down'),
}

interface Named {
  nameOf: (author: string) => string
  titleOf: (publication: Publication) => string
}

/**
 * Possible starts of a formula: at the start of a cell, and after what a spreadsheet may split cells at, with nothing
 * visible before. A split ends what is skipped, so that each character is looked at once.
 */
const formula = /(^|[;\t\r\n])((?:(?![\t\r\n])[\s\p{C}"'])*)(?=[=+\-@＝＋－＠])/gu

const cell = (text: string): string => `"${text.replaceAll(formula, "$1$2'").replaceAll('"', '""')}"`

/** CSV with a byte order mark, by which Excel recognizes UTF-8. No cell is taken for a formula. */
export function publicationsCsv(publications: readonly Publication[], {nameOf, titleOf}: Named): string {
  const header = [
    label('时间', 'Time'),
    label('人员', 'Person'),
    label('用户名', 'Name to sign in with'),
    label('操作', 'What'),
    label('文档', 'Document'),
    label('类型', 'Type'),
    'id',
  ]
  const rows = publications.map((publication) => {
    const {time, author, kind, documentType, documentId} = publication
    return [time, nameOf(author), author, kindLabels[kind], titleOf(publication), documentType, documentId]
  })
  return `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
