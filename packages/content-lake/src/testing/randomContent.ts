import type {LakeDocument} from '../types.ts'
import type {Randomness} from './randomness.ts'

export const TYPES = ['page', 'post', 'person', 'sanity.imageAsset']
export const BASE_IDS = Array.from({length: 14}, (_, index) => (index % 5 === 4 ? `group.n-${index}` : `n-${index}`))
const ID_PREFIXES = ['', '', 'drafts.', 'versions.r1.', 'versions.r2.']
/** Awkward on purpose: mixed scripts, dots at words, case pairs that folding has to get right, one word in two spans. */
export const TEXTS = [
  '试验委托可按各实验室的流程审批，然后分派工程师。',
  '试验报告由审核组签发 LIMS系统',
  'Test reports are signed by the review team.',
  'a.b v2.0 ...dots... U.S.A',
  'STRASSE straße ſtop Kelvin K İstanbul ıx',
  'ΣΊΣΥΦΟΣ σίσυφος Ⅷ ⅷ',
  '车辆试验2026年VIN号LSVAA4182E2184847',
  'data:image/png;base64,test+reports',
  "don't under_score a=b ~x `y`",
  '🚗 试 验',
  '',
  'true',
  '5',
]
export const VALUES = ['a', 'b', 'true', '5', 5, 0, -1, true, false, null]

/** Documents in all versions with the kinds of field that indexes look at. */
export function randomDocument(random: Randomness, revision: number): LakeDocument {
  const {pick, chance} = random
  const reference = () => ({
    ...(chance(0.9) && {_ref: pick(BASE_IDS)}),
    ...(chance(0.3) && {_weak: true}),
    ...(chance(0.1) && {_ref: chance(0.5) ? '' : 7}),
    inner: {_ref: pick(BASE_IDS)},
  })
  return {
    _id: `${pick(ID_PREFIXES)}${pick(BASE_IDS)}`,
    _type: pick(TYPES),
    _rev: String(revision),
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
    ...(chance(0.8) && {title: chance(0.8) ? pick(TEXTS) : {zh: pick(TEXTS), en: pick(TEXTS)}}),
    ...(chance(0.7) && {slug: chance(0.9) ? {_type: 'slug', current: pick(VALUES)} : [{current: pick(VALUES)}]}),
    ...(chance(0.7) && {tags: chance(0.8) ? [pick(VALUES), pick(VALUES), [pick(VALUES)]] : pick(VALUES)}),
    ...(chance(0.5) && {author: reference()}),
    ...(chance(0.5) && {links: [reference(), pick(VALUES), reference()]}),
    ...(chance(0.4) && {body: [{_type: 'block', children: [pick(TEXTS), pick(TEXTS)].map(span)}]}),
    ...(chance(0.2) && {url: pick(TEXTS), path: pick(TEXTS)}),
    ...(chance(0.1) && {_score: pick([1, 'a'])}),
    ...(chance(0.05) && {_system: {delete: true}}),
  }
}

const span = (text: string) => ({_type: 'span', text})
