import type {EnquiryValues} from './enquirySchema.ts'
import {readLimited} from './readLimited.ts'

/** The names of the fields that a visitor does not see. */
export const hiddenFields = {
  locale: 'locale',
  privacyVersion: 'privacyVersion',
  page: 'page',
  key: 'key',
  elapsed: 'elapsed',
  /** Nobody sees it, so only a bot fills it in. Its name means nothing to a browser that fills in forms by itself. */
  trap: 'topic2',
} as const

/** The form's values as they were given; a field that is missing is empty. */
export function readForm(form: FormData): {values: EnquiryValues; hidden: Record<keyof typeof hiddenFields, string>} {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    values: {
      name: text('name'),
      interest: text('interest'),
      phone: text('phone'),
      company: text('company'),
      mail: text('mail'),
      department: text('department'),
      position: text('position'),
      message: text('message'),
      consent: text('consent'),
    },
    hidden: {
      locale: text(hiddenFields.locale),
      privacyVersion: text(hiddenFields.privacyVersion),
      page: text(hiddenFields.page),
      key: text(hiddenFields.key),
      elapsed: text(hiddenFields.elapsed),
      trap: text(hiddenFields.trap),
    },
  }
}

/** Reads what a form sent, of at most so many bytes; or says why it is none. */
export async function readFormData(
  request: Request,
  limit: number,
): Promise<FormData | 'unsupported' | 'unreadable' | 'tooLarge'> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.test(type)) return 'unsupported'
  // A body that is cut off while it comes is no fault of ours either.
  const body = await readLimited(request.body, limit).catch(() => 'unreadable' as const)
  if (body === 'unreadable') return body
  if (!body) return 'tooLarge'
  const form = new Response(body, {headers: {'Content-Type': type}}).formData()
  return form.catch(() => 'unreadable' as const)
}
