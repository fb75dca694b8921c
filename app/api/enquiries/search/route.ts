import {answerSearch} from '@/enquiries/studioApi'
import {forEditors} from '../forEditors'

export function POST(request: Request): Promise<Response> {
  return forEditors(request, (database) => answerSearch(request, database))
}

export {OPTIONS} from '../forEditors'
