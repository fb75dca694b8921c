/** The parts of jsdom that the tests use. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string)
    readonly window: {readonly document: Document; readonly FormData: typeof FormData}
  }
}
