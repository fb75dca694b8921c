import {randomUUID} from 'node:crypto'
import {rmSync} from 'node:fs'
import {glob, rm} from 'node:fs/promises'
import {join} from 'node:path'
import {isDeepStrictEqual} from 'node:util'
import {expect, test} from '@playwright/test'
import {vercelStegaSplit} from '@vercel/stega'
import {JSDOM} from 'jsdom'
import {isObject} from '../../lib/json.ts'
import {locales} from '../../lib/locales.ts'
import {llmsPath, markdownPath, payloadPath, searchIndexPath, withBasePath} from '../../lib/urls.ts'
import {copyBuild} from '../../scripts/product/copyBuild.ts'
import {root} from '../../scripts/product/paths.ts'
import {mapConcurrently} from '../../server/concurrency.ts'
import {draftSession, readDraftKeys} from '../../server/http/draftSessions.ts'
import {content} from '../support/contentClient.ts'
import fc from '../support/fastCheck.ts'
import {freePort} from '../support/freePort.ts'
import {pages} from '../support/siteUrls.ts'
import {startBuiltSite} from '../support/startBuiltSite.ts'
import {testEnvironment, testProduct} from '../support/testProduct.ts'

const factor = Number(process.env.FUZZ_FACTOR || 1)

type Document = {_id: string; _type: string; [field: string]: unknown}
type Path = readonly (string | number)[]

/** A change at some place of some document, each chosen by its number. */
const edit = fc.record({
  document: fc.nat(),
  place: fc.nat(),
  item: fc.nat(),
  change: fc.constantFrom('value', 'value', 'value', 'reversed', 'shortened', 'unset'),
})
const edits = fc.array(edit, {minLength: 1, maxLength: 8})
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

/** The places of a document that an edit may change, each with its value. */
function placesOf(value: unknown, path: Path = []): [Path, unknown][] {
  const own: [Path, unknown][] = path.length > 0 ? [[path, value]] : []
  if (Array.isArray(value)) return [...own, ...value.flatMap((item, index) => placesOf(item, [...path, index]))]
  if (!isObject(value) || '_ref' in value) return own
  const fields = Object.entries(value).filter(([name]) => !name.startsWith('_'))
  return [...own, ...fields.flatMap(([name, field]) => placesOf(field, [...path, name]))]
}

/** The document with another value at a place; without the place for undefined. */
function replaceAt(value: unknown, [step, ...rest]: Path, next: unknown): unknown {
  if (step === undefined) return next
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      if (index !== step) return [item]
      const changed = replaceAt(item, rest, next)
      return changed === undefined ? [] : [changed]
    })
  if (!isObject(value)) return value
  const {[step]: field, ...others} = value
  const changed = replaceAt(field, rest, next)
  return changed === undefined ? others : {...value, [step]: changed}
}

function changed(value: unknown, {change, item}: Edit, sameType: SameType): unknown {
  if (change === 'unset') return undefined
  if (Array.isArray(value)) return change === 'reversed' ? value.toReversed() : value.toSpliced(item % value.length, 1)
  if (typeof value === 'string') return `${value} ${randomUUID().slice(0, 4)}`
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (!isObject(value) || typeof value._ref !== 'string') return value
  const others = sameType(value._ref)
  return {...value, _ref: others[item % others.length]}
}

/** All that shows content: pages, their payloads and Markdown, and what shows all pages. */
const urls = [
  ...pages.flatMap(({path, locale, route}) => [
    path,
    withBasePath(payloadPath(locale, route)),
    withBasePath(markdownPath(locale, route)),
  ]),
  ...locales.flatMap((locale) => [withBasePath(llmsPath(locale)), withBasePath(searchIndexPath(locale))]),
  ...(['/sitemap.xml', '/payloads/scenarios.json', '/payloads/manifest.json'] as const).map(withBasePath),
]

const buildDir = '.next-test-cold-copy'
const removeBuild = () => rmSync(join(root, buildDir), {recursive: true, force: true})

/** Starts a site of the same build that has rendered nothing yet, and hears of no publish. */
async function startColdSite() {
  removeBuild()
  await copyBuild(join(root, testProduct.siteBuildDir), join(root, buildDir))
  const server = join(root, buildDir, 'server')
  await rm(join(server, 'route-cache'), {recursive: true, force: true})
  for await (const page of glob(join(server, 'app/**/*.{html,rsc,meta,body}'))) await rm(page)
  const port = await freePort()
  const site = await startBuiltSite({
    ...process.env,
    ...testEnvironment(),
    PORT: String(port),
    NEXT_PUBLIC_SITE_URL: testProduct.siteUrl,
    SITE_BUILD_DIR: buildDir,
    NEXT_PUBLIC_SANITY_API_HOST: testProduct.studioUrl,
    SANITY_WEBHOOK_SECRET: 'webhook-secret-of-the-cold-site',
    NODE_ENV: 'production',
  })
  return {origin: `http://localhost:${port}`, stop: site.stop}
}

/** What a URL answers. React writes the elements of a head in the order in which its parts are ready, so they are sorted. */
async function read(origin: string, url: string): Promise<string> {
  const response = await fetch(origin + url, {redirect: 'manual'})
  const body = await response.text()
  const sorted = body.replace(/(?<=<head>).*?(?=<\/head>)/s, (head) => head.split(/(?=<)/).toSorted().join(''))
  return `${response.status} ${sorted}`
}

type SameType = (id: string) => string[]

/** Reads the content that the site shows, and what a reference may refer to instead. */
async function readContent(): Promise<{stored: Document[]; sameType: SameType}> {
  const stored: Document[] = await content.fetch('*[_id in path("*") && !string::startsWith(_type, "sanity.")]')
  const sameType = (id: string) => {
    const type = stored.find(({_id}) => _id === id)?._type
    return stored.flatMap((other) => (other._type === type ? [other._id] : []))
  }
  return {stored, sameType}
}

/** Applies the edits one after the other and returns all documents; those that no edit has changed as they were. */
function editAll(stored: Document[], edits: Edit[], sameType: SameType): Document[] {
  const documents = new Map(stored.map((document) => [document._id, document]))
  for (const one of edits) {
    const document = [...documents.values()][one.document % documents.size]
    if (!document) continue
    const places = placesOf(document)
    const [path, value] = places[one.place % places.length] ?? [[], undefined]
    const edited = replaceAt(document, path, changed(value, one, sameType))
    if (isObject(edited)) documents.set(document._id, {...edited, _id: document._id, _type: document._type})
  }
  return [...documents.values()]
}

const replaceAll = (documents: Document[]) =>
  documents.reduce((transaction, document) => transaction.createOrReplace(document), content.transaction()).commit()

test('after any edits of published documents every URL shows what a site shows that has kept nothing from before', {
  tag: '@long',
}, async () => {
  const {stored, sameType} = await readContent()
  const check = async (edits: Edit[], together: boolean) => {
    const documents = editAll(stored, edits, sameType)
    if (together) await replaceAll(documents)
    // Each of these is a publish of its own, which comes while the site still refreshes pages for the one before.
    else for (const document of documents) if (!stored.includes(document)) await content.createOrReplace(document)
    const cold = await startColdSite()
    try {
      const differing = async () => {
        const same = await mapConcurrently(
          urls,
          async (url) => (await read(cold.origin, url)) === (await read(testProduct.siteUrl, url)),
        )
        return urls.filter((_, index) => !same[index])
      }
      await expect.poll(differing, {timeout: 120_000}).toEqual([])
    } finally {
      await cold.stop()
      removeBuild()
    }
  }
  try {
    await fc.assert(fc.asyncProperty(edits, fc.boolean(), check), {numRuns: 2 * factor, endOnFailure: true})
  } finally {
    await replaceAll(stored)
  }
})

/** A page's texts, pictures and links in their order, without the invisible characters and the notes of a preview. */
async function readPage(path: string, session?: string): Promise<string[]> {
  const headers = session ? {cookie: `__prerender_bypass=${session}`} : undefined
  const response = await fetch(testProduct.siteUrl + path, {headers})
  const {document} = new JSDOM(vercelStegaSplit(await response.text()).cleaned).window
  // React streams a preview: parts that were late stand at the end, and a script would put them where they belong.
  for (const place of document.querySelectorAll('template[id^="B:"], template[id^="P:"]')) {
    const late = document.getElementById(place.id.replace(/^[BP]/, 'S'))
    place.replaceWith(...(late?.childNodes ?? []))
  }
  for (const note of document.querySelectorAll('[data-incomplete], [data-invalid-values]')) note.remove()
  return [...document.querySelectorAll('main, main *')].flatMap((element) => {
    const text = [...element.childNodes].map((node) => (node.nodeType === node.TEXT_NODE ? node.nodeValue : ''))
    const words = ['src', 'href', 'alt'].map((name) => element.getAttribute(name))
    const shown = [text.join(''), ...words].filter((one) => one).join(' ')
    return shown ? [`${element.localName} ${shown}`] : []
  })
}

test('a preview of any edits shows what visitors read once they are published', {tag: '@long'}, async () => {
  const {stored, sameType} = await readContent()
  const check = async (edits: Edit[]) => {
    const edited = editAll(stored, edits, sameType).filter((document) => !stored.includes(document))
    await replaceAll(edited.map((document) => ({...document, _id: `drafts.${document._id}`})))
    const session = draftSession(
      readDraftKeys(join(root, testProduct.siteBuildDir), testProduct.readToken),
      Date.now() + 3_600_000,
    )
    const previews = await mapConcurrently(pages, ({path}) => readPage(path, session))
    // A preview marks the facts that are still to be filled in, of which visitors see nothing.
    const isComplete = (index: number) => !previews[index]?.some((shown) => shown.startsWith('mark '))
    await content.action(
      edited.map(({_id}) => ({
        actionType: 'sanity.action.document.publish' as const,
        draftId: `drafts.${_id}`,
        publishedId: _id,
      })),
    )
    const differing = async () => {
      const published = await mapConcurrently(pages, ({path}) => readPage(path))
      return published.flatMap((page, index) =>
        isComplete(index) && !isDeepStrictEqual(page, previews[index])
          ? [{published: page, preview: previews[index]}]
          : [],
      )
    }
    await expect.poll(differing, {timeout: 60_000}).toEqual([])
  }
  try {
    await fc.assert(fc.asyncProperty(edits, check), {numRuns: 2 * factor, endOnFailure: true})
  } finally {
    await content.delete({query: '*[_id in path("drafts.**")]'})
    await replaceAll(stored)
  }
})
