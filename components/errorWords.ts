import type {Locale} from '@/lib/locales'
import type {SiteErrorCode} from '@/lib/SiteError'

type ErrorWords = Record<'title' | 'pageFailed' | 'goHome' | 'retry', string> &
  Record<SiteErrorCode, (subject: string) => string>

/**
 * The words of the error page, which runs in the browser: they travel with it, so that it needs no dictionary, nor the
 * content lake. A test holds them equal to the interface's messages.
 */
export const errorWords: Record<Locale, ErrorWords> = {
  zh: {
    title: '出错了',
    pageFailed: '显示错误页面时出错',
    goHome: '回到首页',
    retry: '重试',
    unknownMiddleware: (name) => `未知的中间件 ${name}`,
  },
  en: {
    title: 'Error',
    pageFailed: 'An error occurred while showing the error page',
    goHome: 'Go back to home',
    retry: 'Try again',
    unknownMiddleware: (name) => `Unknown middleware ${name}`,
  },
}
