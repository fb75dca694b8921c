/**
 * Possible starts of a formula: at the start of a cell, and after what a spreadsheet may split cells at, with nothing
 * visible before. In some locales Excel splits at semicolons, whatever the file was written with. A split ends what is
 * skipped, so that each character is looked at once.
 */
const formula = /(^|[;\t\r\n])((?:(?![\t\r\n])[\s\p{C}"'])*)(?=[=+\-@＝＋－＠])/gu

/** The text of a cell of a CSV file, of which no spreadsheet takes anything for a formula. */
export const withoutFormulas = (text: string): string => text.replaceAll(formula, "$1$2'")
