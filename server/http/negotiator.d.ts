/** The package has no types of its own. */
declare module 'negotiator' {
  import type {IncomingMessage} from 'node:http'

  export default class Negotiator {
    constructor(request: IncomingMessage)
    /** The content coding that the request likes best, of the available ones; the preferred one where it likes several. */
    encoding(available: string[], options?: {preferred: string[]}): string | undefined
  }
}
