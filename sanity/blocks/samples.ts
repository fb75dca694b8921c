import {isObject} from '../../lib/json.ts'
import {objectsIn} from '../health/contentDocuments.ts'
import {asRead} from '../health/controls.ts'
import {hasMarker, markSample, sampleMarks} from '../health/placeholders.ts'
import type {BlockName} from './index.ts'
import {sampleOf, sampleTasks} from './screen/samples.ts'

type Text = readonly [zh: string, en: string]
type Fields = Record<string, unknown>

/** Documents of the site that a sample shows, since a reference cannot be made up. */
export interface SampleDocument {
  _id: string
  _type: string
  /** Of a scenario: the number of choices of each step. */
  steps?: {choices: number | null}[] | null
}

/** Types that samples refer to. */
export const sampleTypes = ['product', 'productModule', 'capability', 'role', 'claim', 'scenario'] as const
type SampleType = (typeof sampleTypes)[number]

/** The first `count` documents of a type. */
type Find = (type: SampleType, count: number) => SampleDocument[]

/** A text to be rewritten, marked in both languages. */
const marked =
  (_type: 'localeString' | 'localeText') =>
  (...[zh, en]: Text) => ({_type, zh: markSample(zh, 'zh'), en: markSample(en, 'en')})
const line = marked('localeString')
const paragraph = marked('localeText')

/** Keys, which Sanity does not add to initial values. */
const list = (_type: string, items: Fields[]) =>
  items.map((item, index) => ({_key: `${_type}${index + 1}`, _type, ...item}))

const body = (...[zh, en]: Text) => {
  const {zh: chinese, en: english} = paragraph(zh, en)
  const block = (text: string) => [
    {
      _key: 'paragraph1',
      _type: 'block',
      style: 'normal',
      markDefs: [],
      children: [{_key: 'span1', _type: 'span', marks: [], text}],
    },
  ]
  return {_type: 'localeBlocks', zh: block(chinese), en: block(english)}
}

const pointTo = ({_id}: SampleDocument) => ({_type: 'reference', _ref: _id})
const references = (documents: SampleDocument[]) =>
  documents.map((document, index) => ({...pointTo(document), _key: `reference${index + 1}`}))
/** A field with a reference; none if the site has no such document. */
const referenceTo = (field: string, documents: SampleDocument[], index = 0): Fields => {
  const document = documents[index % Math.max(1, documents.length)]
  return document ? {[field]: pointTo(document)} : {}
}

/** The heading and introduction of most samples. A drawing has none: in a step of the demo its heading is not shown. */
const section = {
  heading: line('在这里写这一段的小标题', 'Write the heading of this section'),
  intro: paragraph('用一两句话说这一段讲什么。', 'Say in a sentence or two what this section is about.'),
}
const titled = (number: string, english: string) => ({
  title: line(`第${number}条的标题写在这里`, `Title of the ${english} entry`),
  text: paragraph(`第${number}条用一两句话说清楚。`, `Explain the ${english} entry in a sentence or two.`),
})
const ordinals: Text[] = [
  ['一', 'first'],
  ['二', 'second'],
  ['三', 'third'],
]
const threeTitled = ordinals.map(([number, english]) => titled(number, english))
const entries = ordinals.map(([number, english]) => ({
  name: line(`第${number}项`, `The ${english} part`),
  text: paragraph(`第${number}项是什么，一句话。`, `What the ${english} part is, in one sentence.`),
}))
const alternative = paragraph(
  '用文字讲完整张图，给看不到图的人。',
  'Tell the whole picture in words, for those who cannot see it.',
)
const steps = ordinals.map(([number, english]) => ({
  title: line(`第${number}步`, `The ${english} step`),
  text: paragraph(`第${number}步谁做什么，一句话。`, `Who does what in the ${english} step.`),
}))
const link = {_type: 'link', label: line('写按钮上的字', 'Words on the button'), route: '/contact'}
const bars = ordinals.slice(0, 2).map(([number, english], index) => ({
  label: line(`第${number}条泳道`, `The ${english} lane`),
  items: list('timelineItem', [
    {
      label: line(`第${number}件事`, `Task ${index + 1}`),
      from: 1 + index,
      to: 3 + index,
      baselineFrom: 1 + index,
      baselineTo: 2 + index,
      tone: index === 0 ? 'active' : 'waiting',
    },
  ]),
}))

/** The sample of each kind of block, shown until a marketer has rewritten it. Every kind has a text that is marked. */
const samples: Record<BlockName, (find: Find) => Fields> = {
  prose: () => ({
    ...section,
    body: body('正文写在这里：一段只说一件事。', 'Write the text here: one subject to a paragraph.'),
  }),
  flow: () => ({steps: list('flowStep', steps)}),
  states: () => ({
    states: list(
      'stateItem',
      entries.map((entry, index) => ({...entry, tone: ['waiting', 'active', 'ended'][index]})),
    ),
    transitions: list('stateTransition', [
      {from: 1, to: 2, label: line('为什么变', 'why it changes')},
      {from: 2, to: 3, label: line('为什么结束', 'why it ends')},
    ]),
    alternative,
  }),
  lanes: (find) => ({
    ...section,
    steps: list(
      'flowStep',
      steps.map((step, index) => ({...step, ...referenceTo('role', find('role', 2), index)})),
    ),
  }),
  screen: () => sampleOf('table'),
  timeline: () => ({
    periods: line('1月|2月|3月|4月', 'M1|M2|M3|M4'),
    lanes: list('timelineLane', bars),
    alternative,
  }),
  comparison: () => ({
    before: line('前一版', 'Earlier'),
    after: line('后一版', 'Later'),
    rows: list('comparisonRow', [
      {
        item: line('改了的一项', 'What is changed'),
        change: 'changed',
        before: line('原来怎样', 'How it was'),
        after: line('现在怎样', 'How it is now'),
      },
      {item: line('新增的一项', 'What is added'), change: 'added', after: line('加了什么', 'What was added')},
    ]),
    alternative,
  }),
  architecture: () => ({
    ...section,
    layers: list(
      'architectureLayer',
      entries.map(({name}, index) => ({
        name,
        parts: line('第一部分|第二部分', 'First part|Second part'),
        ...(index < entries.length - 1 && {link: line('怎样连到下一层', 'what joins them')}),
      })),
    ),
    alternative,
  }),
  roles: (find) => ({
    ...section,
    items: list(
      'roleItem',
      references(find('role', 2)).map(({_ref}) => ({
        role: {_type: 'reference', _ref},
        text: paragraph('这个角色用它做什么，一句话。', 'What this role does with it, in one sentence.'),
      })),
    ),
  }),
  rules: () => ({...section, items: list('ruleItem', threeTitled)}),
  points: () => ({...section, items: list('pointItem', threeTitled)}),
  moduleMap: (find) => ({...section, ...referenceTo('product', find('product', 1))}),
  productGrid: (find) => ({...section, products: references(find('product', 4))}),
  capabilityGrid: (find) => ({...section, capabilities: references(find('capability', 3))}),
  claims: (find) => ({...section, claims: references(find('claim', 2))}),
  clauses: (find) => ({
    ...section,
    items: list(
      'clauseItem',
      ordinals.slice(0, 2).map(([number, english], index) => ({
        clause: `${index + 1}`,
        title: line(`第${number}条条款的名称`, `Name of the ${english} clause`),
        ...referenceTo('module', find('productModule', 2), index),
        record: paragraph('留下什么记录，评审员能看到什么。', 'Which record it leaves for an assessor to look at.'),
      })),
    ),
  }),
  faq: () => ({
    ...section,
    items: list('faqItem', [
      {
        question: line('客户常问的一个问题？', 'A question that customers ask?'),
        answer: paragraph('直接回答，一两句话。', 'Answer it at once, in a sentence or two.'),
      },
      {
        question: line('客户常问的另一个问题？', 'Another question that customers ask?'),
        answer: paragraph('再回答一个，一两句话。', 'Answer this one, too, in a sentence or two.'),
      },
    ]),
  }),
  buyerFacts: () => ({
    ...section,
    items: list('buyerFact', [
      {
        topic: 'deployment',
        settle: paragraph('这一条要和客户一起定什么。', 'What is settled with the customer on this topic.'),
        answer: paragraph('这一条我们怎样回答。', 'What we answer on this topic.'),
      },
    ]),
  }),
  relatedModules: (find) => ({...section, modules: references(find('productModule', 3))}),
  enquiryForm: (find) => ({
    ...section,
    products: references(find('product', 4)),
    consent: paragraph('访客同意什么，写一句话。', 'What visitors agree to, in one sentence.'),
    receivedTitle: line('收到后的标题', 'Title once it is received'),
    receivedText: paragraph('收到以后怎样联系，一两句话。', 'How you will reply, in a sentence or two.'),
  }),
  contactDetails: () => section,
  callToAction: () => ({...section, link}),
  trace: (find) => ({
    ...referenceTo('product', find('product', 1)),
    heading: section.heading,
    report: line('报告的名称和编号', 'Name and number of the report'),
    item: line('写明测的是什么', 'Name what was measured'),
    value: '12.3',
    unit: {_type: 'localeString', zh: 'mm', en: 'mm'},
    prompt: line('请读者点这个数', 'Ask readers to tap it'),
    chain: list(
      'traceStep',
      ordinals.map(([number, english]) => ({
        kind: line(`第${number}环`, `The ${english} link`),
        title: line('记录的名称和编号', 'Name and number of the record'),
        detail: line('这条记录说明什么。', 'What this record shows.'),
      })),
    ),
  }),
  entrances: () => ({
    ...section,
    groups: list('entranceGroup', [
      {
        title: line('这一组给谁看', 'Whom this group is for'),
        items: list('entrance', [
          {link, text: line('他会问的一个问题？', 'A question that they would ask?')},
          {link, text: line('他会问的另一个问题？', 'Another that they would ask?')},
        ]),
      },
    ]),
  }),
  decision: (find) => ({
    ...section,
    ...demoStep(find('scenario', Number.POSITIVE_INFINITY)),
  }),
}

/** The first step of any scenario at which a visitor may choose. */
function demoStep(scenarios: SampleDocument[]): Fields {
  for (const {_id, steps} of scenarios) {
    const index = (steps ?? []).findIndex(({choices}) => (choices ?? 0) > 0)
    const scenario = {_type: 'reference', _ref: _id, _weak: true}
    if (index >= 0) return {demo: {_type: 'demoStep', scenario, step: index + 1}}
  }
  return {}
}

/** Returns whether a block's sample shows documents of the site. */
export function showsDocuments(name: BlockName): boolean {
  let asksForAny = false
  samples[name](() => {
    asksForAny = true
    return []
  })
  return asksForAny
}

/** Returns the content of a new block. Lists of the site's own documents are filled from those that are given. */
export function blockSample(name: BlockName, documents: readonly SampleDocument[]): Fields {
  return samples[name]((type, count) => documents.filter(({_type}) => _type === type).slice(0, count))
}

/** Every marked text of every sample, without its mark. */
function markedTexts(value: unknown): string[] {
  if (typeof value === 'string') return hasMarker(value) ? [value.replace(/^(【示例】|\[Sample\] )/, '')] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(markedTexts) : []
}

/** Long enough that nobody writes the same by accident; lists of short words are not. */
const isTelling = (text: string) => /^[^|]*$/.test(text) && /\p{Script=Han}.{7,}|.{20,}/u.test(text)

const anyDocument: SampleDocument = {_id: 'any', _type: 'any'}

/**
 * Texts that nothing published may contain, in lower case: the mark, and the longer samples themselves, in case somebody
 * removes the mark alone.
 */
export const sampleTexts: readonly string[] = [
  ...new Set([
    ...sampleMarks,
    ...[...sampleTasks, ...Object.values(samples).flatMap((sample) => markedTexts(sample(() => [anyDocument])))]
      .filter(isTelling)
      .map((text) => asRead(text).toLowerCase()),
  ]),
]

/** Returns whether any text in the value is still a sample. */
export function hasSample(value: unknown): boolean {
  if (typeof value === 'string') {
    const text = asRead(value).toLowerCase()
    return sampleTexts.some((words) => text.includes(words))
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(hasSample)
}

/** Returns the paths of texts that are still samples. Formatted text is named as a whole, as the form marks it. */
export function samplePaths(document: unknown): string[] {
  return objectsIn(document).flatMap(({path, value}) =>
    Object.entries(value)
      .filter(([, text]) => (typeof text === 'string' || isFormatted(text)) && hasSample(text))
      .filter(() => !isSpan(value))
      .map(([field]) => (path ? `${path}.${field}` : field)),
  )
}

function isFormatted(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => isObject(item) && item._type === 'block')
}

function isSpan({_type}: Record<string, unknown>): boolean {
  return _type === 'span'
}
