import {letInStudio} from '@/app/_site/enquiry/letInStudio'
import {answerChange, answerForget} from '@/enquiries/access/studioAnswers'

interface Context {
  params: Promise<{id: string}>
}

export function PATCH(request: Request, {params}: Context): Promise<Response> {
  return letInStudio(request, async (database) => answerChange(request, database, (await params).id))
}

export function DELETE(request: Request, {params}: Context): Promise<Response> {
  return letInStudio(request, async (database) => answerForget(database, (await params).id))
}

export {DELETE as OPTIONS}
