import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {brotliCompressSync, constants} from 'node:zlib'
import {fetchBytes} from './fetchBytes.ts'
import {withoutScripts} from './withoutScripts.ts'

/** What nginx serves from disk for comparison: pages below `/floor/`, an empty Next app below `/empty/`. */
export function floorLocations(folder: string): string {
  return ['floor', 'empty']
    .map(
      (name) =>
        `location /${name}/ { alias ${folder}/${name}/; index index.html; brotli_static on; add_header Vary Accept-Encoding; }`,
    )
    .join('\n')
}

/** Makes files that nginx serves from disk, and tells their addresses. */
export class Floors {
  /** Where the export of the empty Next app belongs. */
  readonly emptyFolder: string
  readonly #folder: string
  readonly #url: string

  constructor(folder: string, url: string) {
    this.emptyFolder = join(folder, 'empty')
    this.#folder = join(folder, 'floor')
    this.#url = url
    mkdirSync(this.#folder)
  }

  /** A page's very bytes, plain and as the site compresses them. */
  async sameBytes(page: string): Promise<string> {
    const file = `same${page.replaceAll('/', '-')}.html`
    writeFileSync(join(this.#folder, file), await fetchBytes(page, 'identity', this.#url))
    writeFileSync(join(this.#folder, `${file}.br`), await fetchBytes(page, 'br', this.#url))
    return `${this.#url}/floor/${file}`
  }

  /** A page as HTML and CSS, without any script. */
  async staticPage(page: string): Promise<string> {
    const file = `static${page.replaceAll('/', '-')}.html`
    this.#write(file, withoutScripts(String(await fetchBytes(page, 'identity', this.#url))))
    return `${this.#url}/floor/${file}`
  }

  /** The empty Next app, once its export lies in `emptyFolder`. */
  get emptyNext(): string {
    return `${this.#url}/empty/`
  }

  /** Compressed as little as the site does it while a visitor waits. */
  #write(file: string, html: string): void {
    writeFileSync(join(this.#folder, file), html)
    const params = {[constants.BROTLI_PARAM_QUALITY]: 5}
    writeFileSync(join(this.#folder, `${file}.br`), brotliCompressSync(html, {params}))
  }
}
