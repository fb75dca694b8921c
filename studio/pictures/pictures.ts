/** The uploaded pictures of all documents: where each is used, what is said of it, and how it is replaced. */

import {isObject} from '../../lib/json.ts'
import {locales} from '../../lib/locales.ts'
import {
  type ContentDocument,
  documentTitle,
  draftOf,
  isDraftId,
  objectsIn,
  publishedId,
  releaseNameOf,
} from '../../sanity/health/contentDocuments.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

/** Texts in both languages; empty ones are missing. */
export interface Alternative {
  zh?: string
  en?: string
}

/** One place of a document that shows a picture. */
interface PictureUse {
  /** Published id. */
  id: string
  type: string
  title: string
  /** Of the image, in the Studio's notation. */
  path: string
  /** Where it is shown: what visitors see, a draft, releases. */
  states: Set<UseState>
  /** The release whose version shows it, if neither the published one nor the draft does. */
  release: string | undefined
  /** In at least one of the states, a language lacks alternative text. */
  lacksAlternative: boolean
  /** Titles and alternative texts of all states in both languages, for the search. */
  words: Set<string>
}

export type UseState = 'published' | 'draft' | 'release'

/** An uploaded picture with its uses. */
export interface Picture {
  id: string
  /** Revision of the asset. */
  revision: string | undefined
  name: string
  url: string
  /** In pixels. */
  width: number
  height: number
  bytes: number
  uploadedAt: string
  /** The default text of new uses, from the asset. */
  alternative: Alternative
  uses: PictureUse[]
}

/** An image within a document. */
interface FoundImage {
  document: ContentDocument
  path: string
  assetId: string
  alternative: Alternative
  value: Record<string, unknown>
}

function imagesIn(document: ContentDocument): FoundImage[] {
  return objectsIn(document).flatMap(({path, value}) => {
    const assetId = isObject(value.asset) ? value.asset._ref : undefined
    if (typeof assetId !== 'string') return []
    return [{document, path, assetId, alternative: readAlternative(value.alt), value}]
  })
}

/** Reads texts of both languages from a locale object. */
export function readAlternative(value: unknown): Alternative {
  if (!isObject(value)) return {}
  const {zh, en} = value
  return {...(isText(zh) && {zh}), ...(isText(en) && {en})}
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Returns all uploaded pictures, newest first. */
export function picturesIn(documents: readonly ContentDocument[]): Picture[] {
  const usesByAsset = new Map<string, Map<string, PictureUse>>()
  for (const {document, path, assetId, alternative} of documents.flatMap(imagesIn)) {
    const uses = usesByAsset.get(assetId) ?? new Map<string, PictureUse>()
    usesByAsset.set(assetId, uses)
    const id = publishedId(document._id)
    const title = documentTitle({...document, _id: id}, editorLocale())
    const key = `${id} ${path}`
    const use = uses.get(key) ?? {
      id,
      type: document._type,
      title,
      path,
      lacksAlternative: false,
      states: new Set<UseState>(),
      release: releaseNameOf(document._id),
      words: new Set<string>(),
    }
    const state = stateOf(document)
    use.states.add(state)
    if (state !== 'release') use.release = undefined
    use.lacksAlternative ||= !alternative.zh || !alternative.en
    for (const locale of locales) use.words.add(documentTitle(document, locale)).add(alternative[locale] ?? '')
    uses.set(key, use)
  }
  return documents
    .filter(({_type}) => _type === 'sanity.imageAsset')
    .toSorted((a, b) => String(b._createdAt).localeCompare(String(a._createdAt)))
    .map((asset) => ({
      ...describe(asset),
      uses: [...(usesByAsset.get(asset._id)?.values() ?? [])].toSorted((a, b) => a.id.localeCompare(b.id, 'en')),
    }))
}

function stateOf({_id}: ContentDocument): UseState {
  return isDraftId(_id) ? 'draft' : _id === publishedId(_id) ? 'published' : 'release'
}

function describe(asset: ContentDocument): Omit<Picture, 'uses'> {
  return {
    id: asset._id,
    revision: isText(asset._rev) ? asset._rev : undefined,
    name: isText(asset.originalFilename) ? asset.originalFilename : asset._id,
    url: isText(asset.url) ? asset.url : '',
    ...sizeOf(asset._id),
    bytes: typeof asset.size === 'number' ? asset.size : 0,
    uploadedAt: String(asset._createdAt),
    alternative: readAlternative(asset.alternative),
  }
}

/** An image's asset id holds its size. */
function sizeOf(assetId: string): {width: number; height: number} {
  const [, width = 0, height = 0] = (/-(\d+)x(\d+)-/.exec(assetId) ?? []).map(Number)
  return {width, height}
}

export type PictureFilter = 'all' | 'unused' | 'undescribed' | 'noDefault' | 'large'

/** Bytes from which a picture counts as large: twice what a phone's photograph needs on the site. */
const large = 4 * 1024 * 1024

const fits: Record<PictureFilter, (picture: Picture) => boolean> = {
  all: () => true,
  unused: ({uses}) => uses.length === 0,
  undescribed: ({uses}) => uses.some(({lacksAlternative}) => lacksAlternative),
  noDefault: ({alternative}) => !alternative.zh || !alternative.en,
  large: ({bytes}) => bytes >= large,
}

/** Returns the pictures that fit a filter and hold every word: in name, texts, or title and address of a use. */
export function findPictures(pictures: readonly Picture[], words: string, filter: PictureFilter): Picture[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return pictures.filter((picture) => {
    const {name, alternative, uses} = picture
    const texts = [name, alternative.zh, alternative.en, ...uses.flatMap(({words, id}) => [...words, addressOf(id)])]
    const text = texts.join('\n').toLowerCase()
    return fits[filter](picture) && wanted.every((word) => text.includes(word))
  })
}

/** A page's id read as its address: `page-lims` → `/lims`. Other ids stay. */
function addressOf(id: string): string {
  return id === 'page-home' ? '/' : id.replace(/^page-/, '/').replaceAll('-', '/')
}

/** Changes that replace a picture everywhere. Published documents change by a draft. */
export interface Replacement {
  /** Drafts of published documents that had none. */
  drafts: ContentDocument[]
  /** Of drafts and of versions in releases, as they are now. */
  patches: {id: string; revision: string | undefined; set: Record<string, unknown>; unset: string[]}[]
}

/**
 * Replaces a picture in all documents. Crop and hotspot stay where the new picture has the same proportions. An alternative
 * text that is empty, or the old picture's default, becomes the new one's default, if it has one; any other stays.
 */
export function replacePicture(documents: readonly ContentDocument[], from: Picture, to: Picture): Replacement {
  const ids = new Set(documents.map(({_id}) => _id))
  const keepsCrop = Math.abs(from.width / from.height - to.width / to.height) < 0.01
  const uses = documents.flatMap(imagesIn).filter(({assetId}) => assetId === from.id)
  const changed = new Map<ContentDocument, FoundImage[]>()
  for (const use of uses) changed.set(use.document, [...(changed.get(use.document) ?? []), use])
  const drafts: ContentDocument[] = []
  const patches: Replacement['patches'] = []
  for (const [document, images] of changed) {
    const isPublished = stateOf(document) === 'published'
    const draftId = `drafts.${document._id}`
    if (!isPublished) {
      const revision = isText(document._rev) ? document._rev : undefined
      patches.push({id: document._id, revision, ...patchOf(images, {to, from, keepsCrop})})
    } else if (!ids.has(draftId)) {
      drafts.push(draftOf(document))
      patches.push({id: draftId, revision: undefined, ...patchOf(images, {to, from, keepsCrop})})
    }
  }
  return {drafts, patches}
}

function patchOf(
  images: readonly FoundImage[],
  {from, to, keepsCrop}: {from: Picture; to: Picture; keepsCrop: boolean},
): {set: Record<string, unknown>; unset: string[]} {
  const set: Record<string, unknown> = {}
  const unset: string[] = []
  for (const {path, alternative, value} of images) {
    set[`${path}.asset._ref`] = to.id
    if (!keepsCrop)
      unset.push(...['crop', 'hotspot'].filter((field) => field in value).map((field) => `${path}.${field}`))
    const isDefault = alternative.zh === from.alternative.zh && alternative.en === from.alternative.en
    const isEmpty = !alternative.zh && !alternative.en
    if ((isDefault || isEmpty) && to.alternative.zh) set[`${path}.alt`] = localeText(to.alternative)
  }
  return {set, unset}
}

/** A locale object with texts. */
export const localeText = (texts: Alternative) => ({_type: 'localeString', ...texts})

/** Returns the ids of releases among those given that a replacement would change, such as scheduled ones, which are locked. */
export function releasesIn({patches}: Replacement, releaseIds: readonly string[]): string[] {
  const changed = new Set(patches.map(({id}) => /^versions\.([^.]+)\./.exec(id)?.[1]))
  return releaseIds.filter((id) => changed.has(id.replace(/^_\.releases\./, '')))
}
