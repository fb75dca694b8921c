export type LoginLanguage = 'zh' | 'en'

/** What the login page says. Neither language is a translation of the other. */
export const LOGIN_TEXTS = {
  zh: {
    htmlLang: 'zh-CN',
    title: '登录内容湖',
    name: '用户名或邮箱',
    password: '密码',
    submit: '登录',
    wrong: '密码不对，请重试。',
    wrongNameOrPassword: '用户名或密码不对，请重试。',
    later: (minutes: number) => `尝试次数过多，请在 ${minutes} 分钟后再试。`,
    signedIn: '您已登录。',
    open: '打开 Studio',
    leave: '退出登录',
    other: 'English',
  },
  en: {
    htmlLang: 'en',
    title: 'Sign in to the content lake',
    name: 'Name or e-mail address',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'That did not work. Check the password and try again.',
    wrongNameOrPassword: 'That did not work. Check the name and the password and try again.',
    later: (minutes: number) => `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    signedIn: 'You are signed in.',
    open: 'Open the Studio',
    leave: 'Sign out',
    other: '中文',
  },
} as const

/** The language that a link asks for, else the browser's first of the two. */
export function loginLanguage(asked: string | undefined, accepted: string | undefined): LoginLanguage {
  if (asked === 'zh' || asked === 'en') return asked
  const first = (accepted ?? '').toLowerCase().match(/\b(zh|en)\b/)?.[1]
  return first === 'zh' ? 'zh' : 'en'
}
