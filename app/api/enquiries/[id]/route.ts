import {answerChange, answerForget} from '@/enquiries/studioApi'
import {forEditors} from '../forEditors'

interface Context {
  params: Promise<{id: string}>
}

export function PATCH(request: Request, {params}: Context): Promise<Response> {
  return forEditors(request, async (database) => answerChange(request, database, (await params).id))
}

export function DELETE(request: Request, {params}: Context): Promise<Response> {
  return forEditors(request, async (database) => answerForget(database, (await params).id))
}

export {OPTIONS} from '../forEditors'
