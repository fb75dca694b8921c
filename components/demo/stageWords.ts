import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'

/** The walkthrough's words, for the browser. Those with a gap, such as `{step}`, are filled in there. */
export function stageWords(locale: Locale) {
  const words = translator(locale, 'demo')
  return {
    scenarios: words('scenarios'),
    accepted: words('accepted'),
    refused: words('refused'),
    contactAbout: words('contactAbout'),
    next: words('next'),
    previous: words('previous'),
    nextScenario: words.raw('nextScenario'),
    position: words.raw('position'),
    loading: words('loading'),
    failed: words('failed'),
    failedOffline: words('failedOffline'),
    kept: words.raw('kept'),
    retry: words('retry'),
    gone: words('gone'),
    why: words('why'),
    tryAnother: words('tryAnother'),
    keys: words('keys'),
    start: words('start'),
    stage: words('stage'),
    stepsOf: words.raw('stepsOf'),
  }
}

export type StageWords = Record<keyof ReturnType<typeof stageWords>, string>
