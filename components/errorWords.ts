import type {Locale} from '@/lib/locales'

/**
 * The words of the error page, which runs in the browser: they travel with it, so that it needs no dictionary, nor the
 * content lake. A test holds them equal to the interface's messages.
 */
export const errorWords: Record<Locale, {title: string; goHome: string; retry: string}> = {
  zh: {title: '出错了', goHome: '回到首页', retry: '重试'},
  en: {title: 'Error', goHome: 'Go back to home', retry: 'Try again'},
}
