/**
 * Possible starts of a formula: at the start of a cell, and after what a spreadsheet may split cells at, with nothing
 * visible before. In some locales Excel splits at semicolons, whatever the file was written with. A split ends what is
 * skipped, so that each character is looked at once.
 */
const formula = /(^|[;\t\r\n])((?:(?![\t\r\n])[\s\p{C}"'])*)(?=[=+\-@＝＋－＠])/gu

const cell = (text: string): string => `"${text.replaceAll(formula, "$1$2'").replaceAll('"', '""')}"`

/** The byte order mark that a CSV file begins with, by which Excel recognizes UTF-8. */
export const csvStart = '\uFEFF'

/** A row of a CSV file, by RFC 4180, each cell quoted. No spreadsheet takes any of it for a formula. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`
