import {answerExport} from '@/enquiries/studioApi'
import {forEditors} from '../forEditors'

export function POST(request: Request): Promise<Response> {
  return forEditors(request, (database) => answerExport(request, database))
}

export {OPTIONS} from '../forEditors'
