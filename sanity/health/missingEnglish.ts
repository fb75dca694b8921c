import {localeTexts} from './localeTexts.ts'

/** The texts that have Chinese and no English: English pages show the Chinese there. */
export function missingEnglish(document: unknown): string[] {
  return localeTexts(document)
    .filter(({zh, en}) => zh && !en)
    .map(({path}) => path)
}

/** The texts that have English and no Chinese, which is the default language and has no stand-in. */
export function missingChinese(document: unknown): string[] {
  return localeTexts(document)
    .filter(({zh, en}) => en && !zh)
    .map(({path}) => path)
}
