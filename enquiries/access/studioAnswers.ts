/** What the Studio asks for, and the answers. */
import {z} from 'zod'
import type {EnquiryDatabase} from '../database/openDatabase.ts'
import {enquiriesAsCsv} from '../enquiriesAsCsv.ts'
import {enquiryStatuses} from '../enquiry.ts'
import {readLimited} from '../readLimited.ts'
import {changeEnquiry} from '../store/changeEnquiry.ts'
import {forgetEnquiry} from '../store/eraseEnquiries.ts'
import {eachEnquiry, listEnquiries, readEnquiry} from '../store/readEnquiries.ts'
import {refuse} from './answerStudio.ts'

const filterShape = z.object({
  status: z.enum(enquiryStatuses).optional(),
  text: z.string().max(200).optional(),
  before: z.object({createdAt: z.number(), id: z.string()}).optional(),
})

const changeShape = z.object({
  status: z.enum(enquiryStatuses).optional(),
  note: z
    .string()
    .max(10_000)
    .refine((text) => text.isWellFormed() && !text.includes('\0'))
    .optional(),
  redeliver: z.boolean().optional(),
})

/** A note of the greatest length, with room for what it is wrapped in. */
const longestBody = 64 * 1024

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unreadable = () => refuse(400, 'This request cannot be read')
const unknown = () => refuse(404, 'There is no such enquiry')

/** In the body, not in the address: what is searched for is personal too. */
async function bodyOf<Shape extends z.ZodType>(request: Request, shape: Shape): Promise<z.output<Shape> | undefined> {
  const bytes = await readLimited(request.body, longestBody).catch(() => undefined)
  return shape.safeParse(bytes && parse(Buffer.from(bytes).toString())).data
}

export async function answerSearch(request: Request, database: EnquiryDatabase): Promise<Response> {
  const filter = await bodyOf(request, filterShape)
  return filter ? Response.json(await listEnquiries(database, filter)) : unreadable()
}

export async function answerExport(request: Request, database: EnquiryDatabase): Promise<Response> {
  const filter = await bodyOf(request, filterShape)
  if (!filter) return unreadable()
  const csv = await enquiriesAsCsv(eachEnquiry(database, filter))
  return new Response(csv, {headers: {'Content-Type': 'text/csv; charset=utf-8'}})
}

export async function answerChange(request: Request, database: EnquiryDatabase, id: string): Promise<Response> {
  const change = await bodyOf(request, changeShape)
  if (!change) return unreadable()
  if (!(await changeEnquiry(database, id, change, Date.now()))) return unknown()
  return Response.json(await readEnquiry(database, id))
}

export async function answerForget(database: EnquiryDatabase, id: string): Promise<Response> {
  return (await forgetEnquiry(database, id)) ? Response.json({forgotten: id}) : unknown()
}
