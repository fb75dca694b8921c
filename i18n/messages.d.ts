import type {Locale} from '../lib/locales.ts'
import type zh from './messages/zh.json'

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof zh
  }
}
