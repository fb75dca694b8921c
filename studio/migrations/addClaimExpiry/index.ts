import {at, defineMigration, setIfMissing} from 'sanity/migrate'

const monthsAfterReview = 6

export default defineMigration({
  title: 'Give every claim an expiry date: half a year after its review date, for its owner to confirm',
  documentTypes: ['claim'],
  migrate: {
    document({reviewDate, expiryDate}) {
      if (typeof expiryDate === 'string' || typeof reviewDate !== 'string') return undefined
      return at('expiryDate', setIfMissing(monthsLater(reviewDate, monthsAfterReview)))
    },
  },
})

/** Adds months to a date, at most to the month's end: `2027-08-31` plus six → `2028-02-29`. */
function monthsLater(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}
