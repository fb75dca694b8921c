import {tellAccess} from '../forEditors'

export function POST(request: Request): Promise<Response> {
  return tellAccess(request)
}

export {OPTIONS} from '../forEditors'
