import type {EnquiryDatabase} from './database/openDatabase.ts'
import {type Delivery, type Enquiry, type EnquiryFilter, enquiryStatuses} from './enquiry.ts'
import {describeEnquiry, enquiriesAsCsv} from './formats.ts'
import {changeEnquiry, eachEnquiry, forgetEnquiry, readEnquiry} from './store.ts'

/** What the command line says of its commands. */
export const enquiryUsage = `npm run enquiries -- <command>
  list [--status new|inProgress|done|spam] [--search <words>]   the newest first, a line each
  show <id>                                                     everything about one
  export --csv [--status …] [--search …]                        a table for Excel: … > enquiries.csv
  retry <id>                                                    delivers at once what has failed or was given up
  forget <id> …                                                 erases for good`

interface Command {
  database: EnquiryDatabase
  words: string[]
  options: {csv?: boolean | undefined; status?: string | undefined; search?: string | undefined}
  print: (text: string) => void
  now: number
  /** Names of the destinations that are set up. */
  sinks: readonly string[]
}

/** Runs one command of the command line. Returns an error message if it failed. */
export async function runEnquiryCommand(command: Command): Promise<string | undefined> {
  const {database, words, options, print, now, sinks} = command
  const [name = '', ...ids] = words
  const status = enquiryStatuses.find((known) => known === options.status)
  if (options.status && !status)
    return `There is no status “${options.status}”: choose one of ${enquiryStatuses.join(', ')}.`
  const filter: EnquiryFilter = {status, text: options.search}
  const first = ids[0] ?? ''
  const unknown = (id: string) => `There is no enquiry ${id}.`
  if ((name === 'show' || name === 'retry') && ids.length !== 1) return `Say which one: ${name} <id>`

  switch (name) {
    case 'list':
      for await (const enquiry of eachEnquiry(database, filter)) print(lineOf(enquiry))
      return undefined
    case 'export':
      if (!options.csv) return 'Say in which form: export --csv'
      print(await enquiriesAsCsv(eachEnquiry(database, filter)))
      return undefined
    case 'show': {
      const enquiry = await readEnquiry(database, first)
      if (!enquiry) return unknown(first)
      print(detailsOf(enquiry))
      return undefined
    }
    case 'retry': {
      await changeEnquiry(database, first, {redeliver: true}, now)
      const enquiry = await readEnquiry(database, first)
      if (!enquiry) return unknown(first)
      const waiting = enquiry.deliveries.filter(({state}) => state === 'waiting').map(({sink}) => sink)
      const tried = waiting.filter((sink) => sinks.includes(sink))
      const unset = waiting.filter((sink) => !sinks.includes(sink))
      if (tried.length > 0) print(`The site tries again in a moment: ${tried.join(', ')}\n`)
      if (waiting.length === 0) print('Nothing of it waits.\n')
      return unset.length > 0
        ? `Not delivered by ${unset.join(', ')} until it is set up again (docs/enquiries.md).`
        : undefined
    }
    case 'forget': {
      if (ids.length === 0) return 'Say which: forget <id> …'
      const missing: string[] = []
      for (const id of ids) if (!(await forgetEnquiry(database, id))) missing.push(id)
      print(`${ids.length - missing.length} forgotten\n`)
      return missing.length > 0 ? unknown(missing.join(', ')) : undefined
    }
    default:
      return `There is no command “${name}”.\n\n${enquiryUsage}`
  }
}

function lineOf({id, createdAt, status, name, company, interestName, deliveries}: Enquiry): string {
  const time = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')
  const troubles = new Set(deliveries.map(troubleOf))
  return `${[id, time, status, name, company, interestName, ...troubles].filter(Boolean).map(printable).join('  ')}\n`
}

/** What is wrong with a delivery; empty if nothing is. */
function troubleOf({state, attempts, isPartial}: Delivery): string {
  if (isPartial) return 'not to all recipients'
  if (state === 'dead') return 'not delivered'
  return state === 'waiting' && attempts > 0 ? 'not delivered yet' : ''
}

function detailsOf(enquiry: Enquiry): string {
  const {status, note, privacyVersion, deliveries} = enquiry
  const sinks = deliveries.map((delivery) => {
    const {sink, state, attempts, problem, isPartial} = delivery
    const facts = [isPartial && 'not to all recipients', attempts > 1 && `after ${attempts} attempts`, problem]
    return [`${sink}: ${state}`, ...facts].filter(Boolean).join(', ')
  })
  const more = [
    `状态 · Status: ${status}`,
    `隐私声明 · Privacy notice: ${privacyVersion}`,
    ...(note ? [`备注 · Note: ${note}`] : []),
    ...sinks,
  ]
  return `${printable(describeEnquiry(enquiry))}\n${more.map(printable).join('\n')}\n`
}

/** Escapes control characters, which a terminal would obey. */
function printable(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) =>
    character === '\t' ? ' ' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
