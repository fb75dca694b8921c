import {answerStudio} from '@/enquiries/access/answerStudio'
import type {EnquiryDatabase} from '@/enquiries/database/openDatabase'
import {enquiries} from '@/enquiries/enquiries'
import {readEnquiryEnv} from '@/enquiries/enquiryEnv'
import {source} from '@/sanity/client'
import {editorFinder} from '@/sanity/findEditor'

const findEditor = editorFinder(source)

/** Answers the Studio's Enquiries tool, where whoever asks may read them. */
export function letInStudio(
  request: Request,
  answer: (database: EnquiryDatabase) => Promise<Response>,
): Promise<Response> {
  const access = {studioOrigin: new URL(source.studioUrl).origin, roles: readEnquiryEnv(process.env).roles, findEditor}
  return answerStudio(request, access, async () => answer((await enquiries()).database))
}
