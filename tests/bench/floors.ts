import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {brotliCompressSync, constants} from 'node:zlib'
import {fetchBytes} from './fetchBytes.ts'
import {withoutScripts} from './withoutScripts.ts'

/** The page whose very bytes the server is compared on. */
export const comparedPage = '/h5/lims'

/** Headers that nginx writes itself, or that speak to nginx alone. */
const ownHeaders = /^(connection|keep-alive|date|etag|transfer-encoding|content-(type|length|encoding)|x-accel-.*)$/

/**
 * nginx locations served from disk for comparison: pages below `/floor/`, an empty Next app below `/empty/`, and below
 * `/same/` the compared page, with every header that the site gives it: the policy alone is two kilobytes.
 */
export async function floorLocations(folder: string, siteUrl: string): Promise<string> {
  const {headers} = await fetch(siteUrl + comparedPage)
  const same = [...headers]
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) => `add_header ${name} "${value}";`)
    .join(' ')
  return Object.entries({floor: 'add_header Vary Accept-Encoding;', empty: 'add_header Vary Accept-Encoding;', same})
    .map(
      ([name, header]) =>
        `location /${name}/ { alias ${folder}/${name}/; index index.html; brotli_static on; open_file_cache max=100; ${header} }`,
    )
    .join('\n')
}

/** Makes files that nginx serves from disk, and tells their addresses. */
export class Floors {
  /** Where the export of the empty Next app belongs. */
  readonly emptyFolder: string
  readonly #folder: string
  readonly #sameFolder: string
  readonly #url: string
  readonly #browserUrl: string

  constructor(folder: string, url: string, browserUrl: string) {
    this.emptyFolder = join(folder, 'empty')
    this.#folder = join(folder, 'floor')
    this.#url = url
    this.#browserUrl = browserUrl
    this.#sameFolder = join(folder, 'same')
    mkdirSync(this.#folder)
    mkdirSync(this.#sameFolder)
  }

  /** The compared page's very bytes, plain and as the site compresses them. */
  async sameBytes(): Promise<string> {
    writeFileSync(join(this.#sameFolder, 'page.html'), await fetchBytes(comparedPage, 'identity', this.#url))
    writeFileSync(join(this.#sameFolder, 'page.html.br'), await fetchBytes(comparedPage, 'br', this.#url))
    return `${this.#url}/same/page.html`
  }

  /** A page as HTML and CSS, without any script. */
  async staticPage(page: string): Promise<string> {
    const file = `static${page.replaceAll('/', '-')}.html`
    this.#write(file, withoutScripts(String(await fetchBytes(page, 'identity', this.#url))))
    return `${this.#browserUrl}/floor/${file}`
  }

  /** URL of the empty Next app, which is there once its export is in `emptyFolder`. */
  get emptyNext(): string {
    return `${this.#browserUrl}/empty/`
  }

  /** Compressed as little as the site does it while a visitor waits. */
  #write(file: string, html: string): void {
    writeFileSync(join(this.#folder, file), html)
    const params = {[constants.BROTLI_PARAM_QUALITY]: 5}
    writeFileSync(join(this.#folder, `${file}.br`), brotliCompressSync(html, {params}))
  }
}
