/** Values that the form takes and refuses. The rules are run against them in the browser and on the server. */
import {byField, type EnquiryProblems, type EnquiryValues} from '../fields.ts'

interface EnquiryCase {
  title: string
  values: Partial<EnquiryValues>
  problems?: EnquiryProblems
  /** The international form that is stored. */
  phoneNumber?: string
}

export const enquiryCases: EnquiryCase[] = [
  {title: 'everything filled in', values: {}, phoneNumber: '+8613812345678'},
  {title: 'a phone number without a mail address', values: {mail: ''}},
  {title: 'a mail address without a phone number', values: {phone: ''}, phoneNumber: ''},
  {title: 'neither phone nor mail', values: {phone: ' ', mail: ''}, problems: {phone: 'contact'}},
  {title: 'no name', values: {name: '  '}, problems: {name: 'nameMissing'}},
  {title: 'no consent', values: {consent: ''}, problems: {consent: 'consent'}},
  {
    title: 'nothing at all',
    values: {...byField(() => ''), consent: ''},
    problems: {name: 'nameMissing', phone: 'contact', consent: 'consent'},
  },
  {title: 'only what is needed', values: {interest: '', company: '', department: '', position: '', message: ''}},
  {
    title: 'a Chinese mobile number with its country code',
    values: {phone: '+86 13812345678'},
    phoneNumber: '+8613812345678',
  },
  {
    title: 'a mobile number in full-width digits',
    values: {phone: '１３８１２３４５６７８'},
    phoneNumber: '+8613812345678',
  },
  {title: 'a landline with its area code', values: {phone: '010-6552 9988'}, phoneNumber: '+861065529988'},
  {title: 'a landline with an extension', values: {phone: '021-58881234转801'}, phoneNumber: '+862158881234;ext=801'},
  {title: 'a service number', values: {phone: '400-820-8820'}, phoneNumber: '+864008208820'},
  {title: 'a German number', values: {phone: '+49 30 901820'}, phoneNumber: '+4930901820'},
  {title: 'an American number', values: {phone: '+1 (415) 555-2671'}, phoneNumber: '+14155552671'},
  {title: 'a landline without its area code', values: {phone: '6552 9988'}, problems: {phone: 'phone'}},
  {title: 'a mobile number with a digit missing', values: {phone: '1381234567'}, problems: {phone: 'phone'}},
  {title: 'words in place of a number', values: {phone: '打给我'}, problems: {phone: 'phone'}},
  {title: 'a mail address without a domain', values: {mail: 'wang@'}, problems: {mail: 'mail'}},
  {title: 'a mail address without a dot', values: {mail: 'wang@localhost'}, problems: {mail: 'mail'}},
  {title: 'two mail addresses', values: {mail: 'a@example.com, b@example.com'}, problems: {mail: 'mail'}},
  {title: 'a mail address in Chinese', values: {mail: '王@例子.公司'}},
  {
    title: 'a header in the mail address',
    values: {mail: 'a@example.com\r\nBcc: b@example.com'},
    problems: {mail: 'controls'},
  },
  {title: 'a header in the name', values: {name: 'Wang\r\nBcc: b@example.com'}, problems: {name: 'controls'}},
  {title: 'a NUL in the name', values: {name: 'Wa\u0000ng'}, problems: {name: 'controls'}},
  {title: 'half a character', values: {company: 'A\ud83d'}, problems: {company: 'controls'}},
  {title: 'a NUL in the message', values: {message: 'a\u0000b'}, problems: {message: 'controls'}},
  {title: 'emoji, also joined ones', values: {name: '👩🏽‍🔬 Ada', message: '👨‍👩‍👧‍👦🚗'}},
  {title: 'writing from right to left', values: {name: 'محمد علي', message: '\u202bשלום\u202c world'}},
  {
    title: 'script and quotes',
    values: {
      name: `<script>alert('1')</script>`,
      company: `"O'Hara" & Söhne`,
      message: `'; DROP TABLE enquiries; --\n</textarea><img src=x onerror=alert(1)>`,
    },
  },
  {title: 'a formula for a spreadsheet', values: {company: '=HYPERLINK("http://example.com")', message: '@SUM(1+1)'}},
  {title: 'a message of ten thousand characters', values: {message: '汉'.repeat(10_000)}},
  {title: 'a message with one more', values: {message: '汉'.repeat(10_001)}, problems: {message: 'tooLong'}},
  {title: 'a name that is a text', values: {name: 'a'.repeat(101)}, problems: {name: 'tooLong'}},
  {title: 'lines and tabs in the message', values: {message: 'first\n\n\tsecond\n'}},
  {
    title: 'several problems, one for each field',
    values: {name: '', phone: 'x', mail: 'y', consent: 'no'},
    problems: {name: 'nameMissing', phone: 'phone', mail: 'mail', consent: 'consent'},
  },
]

/** A browser's form cannot hold line ends in a line, NUL or a lone surrogate; only programs send those. */
export function canBeTyped({values}: EnquiryCase): boolean {
  const {message = '', ...lines} = values
  const all = Object.values(lines).join('')
  return !/[\r\n\0]/.test(all) && !message.includes('\0') && (all + message).isWellFormed()
}
