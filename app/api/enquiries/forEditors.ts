import type {EnquiryDatabase} from '@/enquiries/database/openDatabase'
import {enquiries} from '@/enquiries/enquiries'
import {readEnquiryEnv} from '@/enquiries/enquiryEnv'
import {answerStudio} from '@/enquiries/studioApi'
import {source} from '@/sanity/client'
import {createEditorLookup} from '@/sanity/createEditorLookup'

const findEditor = createEditorLookup(source)

/** Answers the Studio's Enquiries tool, for editors who may read enquiries. */
export function forEditors(
  request: Request,
  answer: (database: EnquiryDatabase) => Promise<Response>,
): Promise<Response> {
  const access = {studioOrigin: new URL(source.studioUrl).origin, roles: readEnquiryEnv(process.env).roles, findEditor}
  return answerStudio(request, access, async () => answer((await enquiries()).database))
}
