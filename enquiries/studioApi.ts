/** The API that the Studio's Enquiries tool calls. */
import {z} from 'zod'
import {parseJson} from '../lib/json.ts'
import {readLimited} from '../lib/readBody.ts'
import type {EnquiryDatabase} from './database/openDatabase.ts'
import {enquiryStatuses, longestNote, longestSearch} from './enquiry.ts'
import {enquiriesAsCsv} from './formats.ts'
import {changeEnquiry, eachEnquiry, forgetEnquiry, listEnquiries, readEnquiry} from './store.ts'

interface Access {
  /** The only origin that is answered. */
  studioOrigin: string
  /** Names of the roles that may read enquiries. */
  roles: readonly string[]
  findEditor: (credential: string) => Promise<{roles: readonly string[]} | undefined>
}

/** Answers requests of the Studio by editors with one of the roles. */
export async function answerStudio(
  request: Request,
  access: Access,
  answer: () => Promise<Response>,
): Promise<Response> {
  const respond = async () => {
    const mayRead = await mayReadEnquiries(request, access)
    if (mayRead instanceof Response) return mayRead
    if (!mayRead) return refuse(403, 'Your role may not read enquiries')
    return answer().catch((error: unknown) => {
      // Not its message: a database quotes the row that it refuses.
      console.error('A request for enquiries failed:', error instanceof Error ? error.name : 'unknown')
      return refuse(503, 'The database of enquiries does not answer')
    })
  }
  return forStudio(await respond(), access.studioOrigin)
}

/** Answers the Studio whether its editor has one of the roles, `{mayRead}`, before it offers the tool. Reads no enquiry. */
export async function answerAccess(request: Request, access: Access): Promise<Response> {
  const mayRead = await mayReadEnquiries(request, access)
  return forStudio(mayRead instanceof Response ? mayRead : Response.json({mayRead}), access.studioOrigin)
}

/**
 * Returns whether the editor has one of the roles, or the refusal of a request that names none. The credential is a header
 * that only the Studio's own script can set, never a cookie, so that no other page can make a browser send it.
 */
async function mayReadEnquiries(
  request: Request,
  {studioOrigin, roles, findEditor}: Access,
): Promise<boolean | Response> {
  if (!isFrom(request, studioOrigin)) return foreign()
  const credential = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!credential) return refuse(401, 'Sign in to the Studio')
  const editor = await findEditor(credential).catch(() => 'unknown' as const)
  if (editor === 'unknown') return refuse(503, 'The content API does not answer')
  if (!editor) return refuse(401, 'Sign in to the Studio')
  return editor.roles.some((role) => roles.includes(role))
}

/** Answers the browser of an editor, which asks beforehand what the Studio may send. */
export function answerPreflight(request: Request, {studioOrigin}: Pick<Access, 'studioOrigin'>): Response {
  return forStudio(isFrom(request, studioOrigin) ? new Response(null, {status: 204}) : foreign(), studioOrigin)
}

const isFrom = (request: Request, origin: string): boolean => request.headers.get('origin') === origin

/** Lets the Studio alone read a response, and nobody keep it. */
function forStudio(response: Response, studioOrigin: string): Response {
  const {headers} = response
  headers.set('Cache-Control', 'no-store')
  headers.set('Vary', 'Origin')
  headers.set('Access-Control-Allow-Origin', studioOrigin)
  headers.set('Access-Control-Allow-Methods', 'POST, PATCH, DELETE')
  headers.set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
  headers.set('Access-Control-Max-Age', '600')
  return response
}

export async function answerSearch(request: Request, database: EnquiryDatabase): Promise<Response> {
  const filter = await readJson(request, filterShape)
  return filter ? Response.json(await listEnquiries(database, filter)) : unreadable()
}

export async function answerExport(request: Request, database: EnquiryDatabase): Promise<Response> {
  const filter = await readJson(request, filterShape)
  if (!filter) return unreadable()
  const csv = await enquiriesAsCsv(eachEnquiry(database, filter))
  return new Response(csv, {headers: {'Content-Type': 'text/csv; charset=utf-8'}})
}

export async function answerChange(request: Request, database: EnquiryDatabase, id: string): Promise<Response> {
  const change = await readJson(request, changeShape)
  if (!change) return unreadable()
  const isChanged = await changeEnquiry(database, id, change, Date.now())
  const enquiry = await readEnquiry(database, id)
  // Otherwise a colleague has changed the note meanwhile.
  return enquiry ? Response.json(enquiry, {status: isChanged ? 200 : 409}) : unknown()
}

export async function answerForget(database: EnquiryDatabase, id: string): Promise<Response> {
  return (await forgetEnquiry(database, id)) ? Response.json({forgotten: id}) : unknown()
}

/** PostgreSQL takes no other text. */
const textUpTo = (length: number) =>
  z
    .string()
    .max(length)
    .refine((text) => text.isWellFormed() && !text.includes('\0'))

const filterShape = z.object({
  status: z.enum(enquiryStatuses).optional(),
  text: textUpTo(longestSearch).optional(),
  before: z.object({createdAt: z.int(), id: textUpTo(longestSearch)}).optional(),
})

const noteShape = textUpTo(longestNote)

const changeShape = z.object({
  status: z.enum(enquiryStatuses).optional(),
  note: z.object({before: noteShape, text: noteShape}).optional(),
  redeliver: z.boolean().optional(),
})

/** Room for the longest note and the one before it as JSON. */
const maxBodyBytes = 128 * 1024

/** Parameters are in the body, not in the URL: search words are personal data, and URLs are logged. */
async function readJson<Shape extends z.ZodType>(request: Request, shape: Shape): Promise<z.output<Shape> | undefined> {
  const bytes = await readLimited(request.body, maxBodyBytes)
  return shape.safeParse(bytes && parseJson(Buffer.from(bytes).toString())).data
}

const foreign = () => refuse(403, 'Only the Studio may ask')
const unreadable = () => refuse(400, 'This request cannot be read')
const unknown = () => refuse(404, 'There is no such enquiry')

function refuse(status: number, message: string): Response {
  return Response.json({message}, {status})
}
