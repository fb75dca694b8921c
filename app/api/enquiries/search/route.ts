import {letInStudio} from '@/app/_site/enquiry/letInStudio'
import {answerSearch} from '@/enquiries/access/studioAnswers'

export function POST(request: Request): Promise<Response> {
  return letInStudio(request, (database) => answerSearch(request, database))
}

export {POST as OPTIONS}
