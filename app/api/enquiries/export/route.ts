import {letInStudio} from '@/app/_site/enquiry/letInStudio'
import {answerExport} from '@/enquiries/access/studioAnswers'

export function POST(request: Request): Promise<Response> {
  return letInStudio(request, (database) => answerExport(request, database))
}

export {POST as OPTIONS}
