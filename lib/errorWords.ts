import type {Locale} from './locales.ts'
import type {SiteErrorCode} from './SiteError.ts'

/** Texts for when the error page itself fails. */
export const fallbackWords: Record<Locale, Record<'pageFailed' | 'goHome', string>> = {
  zh: {pageFailed: '显示错误页面时出错', goHome: '回到首页'},
  en: {pageFailed: 'An error occurred while showing the error page', goHome: 'Go back to home'},
}

/** Texts of a hidden page. */
export const hiddenWords: Record<Locale, Record<'title' | 'backHome', string>> = {
  zh: {title: '找不到这个页面', backHome: '返回首页'},
  en: {title: 'This page could not be found', backHome: 'Back to the home page'},
}

type ErrorWords = Record<'title' | 'retry', string> & Record<SiteErrorCode, (subject: string) => string>

/**
 * Texts of the error page, bundled with it so that it needs neither the messages nor the content lake. A test compares
 * them with the interface's messages.
 */
export const errorWords: Record<Locale, ErrorWords> = {
  zh: {title: '出错了', retry: '重试', unknownMiddleware: (name) => `未知的中间件 ${name}`},
  en: {title: 'Error', retry: 'Try again', unknownMiddleware: (name) => `Unknown middleware ${name}`},
}
