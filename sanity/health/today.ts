/** The day of a moment where the company is, `2027-06-30`: a claim expires with the day in China. */
export function todayIn(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', {timeZone: 'Asia/Shanghai'}).format(moment)
}
