import type {EnquiryDatabase} from '@/enquiries/database/openDatabase'
import {enquiries} from '@/enquiries/enquiries'
import {readEnquiryEnv} from '@/enquiries/enquiryEnv'
import {answerAccess, answerPreflight, answerStudio} from '@/enquiries/studioApi'
import {source} from '@/sanity/client'
import {createEditorLookup} from '@/sanity/createEditorLookup'

const findEditor = createEditorLookup(source)
const studioOrigin = new URL(source.studioUrl).origin

/** Answers the Studio's Enquiries tool, for editors who may read enquiries. */
export function forEditors(
  request: Request,
  answer: (database: EnquiryDatabase) => Promise<Response>,
): Promise<Response> {
  return answerStudio(request, access(), async () => answer((await enquiries()).database))
}

/** Answers the Studio whether an editor may read enquiries. */
export function tellAccess(request: Request): Promise<Response> {
  return answerAccess(request, access())
}

const access = () => ({studioOrigin, roles: readEnquiryEnv(process.env).roles, findEditor})

/** Answers a preflight of the Studio's; reads and changes nothing. */
export function OPTIONS(request: Request): Response {
  return answerPreflight(request, {studioOrigin})
}
