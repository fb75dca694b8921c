/** Sanity's list of time zones has only names like this; `UTC` itself is not among them. */
const universal = 'Etc/UTC'

/**
 * Gives the time zone `UTC` a name that Sanity's fields for a time of publishing know. In a browser that is set to it, as
 * with protection against fingerprints, they would take the first of their list instead: GMT-11, eleven hours off.
 */
export function nameTimeZone(): void {
  const {supportedValuesOf} = Intl
  const {resolvedOptions} = Intl.DateTimeFormat.prototype
  Intl.supportedValuesOf = (key) => {
    const values = supportedValuesOf(key)
    return key === 'timeZone' && !values.includes(universal) ? [...values, universal] : values
  }
  Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
    const options = resolvedOptions.call(this)
    return options.timeZone === 'UTC' ? {...options, timeZone: universal} : options
  }
}
