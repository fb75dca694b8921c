import {at, defineMigration, set} from 'sanity/migrate'
import {isObject} from '../../../lib/json.ts'
import {replaceTypedFigure} from '../../../sanity/health/claimSentences.ts'

export default defineMigration({
  title: 'Put tokens in the place of the figures that are typed into the sentences of claims',
  documentTypes: ['claim'],
  migrate: {
    document({figure, unit, statement}) {
      if (typeof figure !== 'number' || !isObject(statement)) return undefined
      return (['zh', 'en'] as const).flatMap((locale) => {
        const text = statement[locale]
        const word = isObject(unit) ? unit[locale] || unit.zh : ''
        // A statement with another number is left to an editor: the health check lists it.
        const result =
          typeof text === 'string'
            ? replaceTypedFigure(text, {figure, unit: typeof word === 'string' ? word : ''})
            : undefined
        return result === undefined ? [] : [at(['statement', locale], set(result))]
      })
    },
  },
})
