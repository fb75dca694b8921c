import {parsePhoneNumberFromString} from 'libphonenumber-js/max'

/** Where a number without a country code is. */
const homeCountry = 'CN'

/**
 * A phone number as the world dials it, `+8613812345678`, with its extension if it has one; undefined where it is none.
 * Chinese mobiles and landlines as they are written at home, other numbers with their country code.
 */
export function parsePhone(text: string): string | undefined {
  const withExtension = text.replace(/转|轉|分机|分機|#/, ' ext. ')
  const number = parsePhoneNumberFromString(withExtension, homeCountry)
  if (!number?.isPossible()) return undefined
  // Numbering plans abroad change more often than this library; at home a wrong digit is worth pointing out.
  if (number.country === homeCountry && !number.isValid()) return undefined
  if (!number.country && number.countryCallingCode === '86') return undefined
  return number.ext ? `${number.number};ext=${number.ext}` : number.number
}
