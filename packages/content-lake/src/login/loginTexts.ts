export type LoginLanguage = 'zh' | 'en'

/** Texts of the login page. Neither language is a translation of the other. */
export const LOGIN_TEXTS = {
  zh: {
    htmlLang: 'zh-CN',
    title: '登录 Studio',
    name: '用户名或邮箱',
    password: '密码',
    submit: '登录',
    wrong: '密码不对，请重试。',
    wrongNameOrPassword: '用户名或密码不对，请重试。',
    later: (minutes: number) => `尝试次数过多，请在 ${minutes} 分钟后再试。`,
    signedIn: '您已登录。',
    open: '打开 Studio',
    leave: '退出登录',
    account: '修改密码，查看登录的设备',
    other: 'English',
  },
  en: {
    htmlLang: 'en',
    title: 'Sign in to the Studio',
    name: 'Name or e-mail address',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'That did not work. Check the password and try again.',
    wrongNameOrPassword: 'That did not work. Check the name and the password and try again.',
    later: (minutes: number) => `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    signedIn: 'You are signed in.',
    open: 'Open the Studio',
    leave: 'Sign out',
    account: 'Change your password, see where you are signed in',
    other: '中文',
  },
} as const

export const ACCOUNT_TEXTS = {
  zh: {
    title: '账户',
    who: (name: string) => `当前用户：${name}`,
    open: LOGIN_TEXTS.zh.open,
    change: '修改密码',
    current: '当前密码',
    next: '新密码',
    again: '再输一次新密码',
    hint: '至少 10 个字符，任何字符都可以，例如几个不相关的词。改过之后，其他设备上的登录都会失效。',
    given: '密码写在服务器的设置里，请联系管理员修改。',
    save: '保存新密码',
    sessions: '登录的设备',
    here: '这台设备',
    used: (ago: string) => `${ago}用过`,
    separator: '，',
    unknownAgent: '未知的浏览器',
    end: '退出选中的设备',
    changed: '密码已修改，其他设备已退出。',
    ended: (count: number) => `已退出 ${count} 台设备。`,
    wrong: '当前密码不对，没有做任何修改。',
    later: LOGIN_TEXTS.zh.later,
    different: '两次输入的新密码不一样。',
    short: '新密码太短，至少要 10 个字符。',
    long: '新密码太长，最多 1024 个字符。',
    common: '这个密码在别处泄露过，很容易被猜到，请换一个。',
    context: '新密码几乎就是您的名字或产品的名字，请换一个。',
    none: '没有选中任何设备。',
  },
  en: {
    title: 'Your account',
    who: (name: string) => `Signed in as ${name}`,
    open: LOGIN_TEXTS.en.open,
    change: 'Change your password',
    current: 'Current password',
    next: 'New password',
    again: 'New password once more',
    hint: 'At least 10 characters of any kind, such as a few words that have nothing to do with each other. Every other device is signed out.',
    given: 'The password is part of the server’s settings. Ask an administrator to change it.',
    save: 'Save the new password',
    sessions: 'Where you are signed in',
    here: 'this device',
    used: (ago: string) => `last used ${ago}`,
    separator: ', ',
    unknownAgent: 'An unknown browser',
    end: 'Sign out the selected devices',
    changed: 'Your password is changed, and every other device is signed out.',
    ended: (count: number) => `${count} ${count === 1 ? 'device is' : 'devices are'} signed out.`,
    wrong: 'That is not the current password. Nothing was changed.',
    later: LOGIN_TEXTS.en.later,
    different: 'The two new passwords differ.',
    short: 'The new password is too short: it needs at least 10 characters.',
    long: 'The new password is too long: it may have at most 1024 characters.',
    common: 'This password has leaked elsewhere and is easily guessed. Take another.',
    context: 'The new password is little more than your name or the product’s. Take another.',
    none: 'No device is selected.',
  },
} as const

/** Texts of the page where somebody sets a password with a link. */
export const PASSWORD_LINK_TEXTS = {
  zh: {
    title: '设置密码',
    intro: '管理员给了您一个链接，用来设置登录 Studio 的密码。链接只能用一次，三天内有效。',
    code: '链接里 # 号后面的字符',
    save: '保存密码',
    invalid: '这个链接无效：用过了、过期了，或者不完整。请管理员再给一个新的。',
    done: (name: string) => `密码已设置。请用“${name}”登录。`,
    signIn: '去登录',
  },
  en: {
    title: 'Set your password',
    intro: 'An administrator gave you a link to set your password for the Studio. It works once, within three days.',
    code: 'The characters after # in your link',
    save: 'Save the password',
    invalid:
      'This link does not work: it was used, it expired, or a part is missing. Ask an administrator for a new one.',
    done: (name: string) => `Your password is set. Sign in as “${name}”.`,
    signIn: 'Sign in',
  },
} as const

/** The requested language, else the browser's preferred one. */
export function loginLanguage(wanted: string | undefined, accepted: string | undefined): LoginLanguage {
  if (wanted === 'zh' || wanted === 'en') return wanted
  const first = (accepted ?? '').toLowerCase().match(/\b(zh|en)\b/)?.[1]
  return first === 'zh' ? 'zh' : 'en'
}
