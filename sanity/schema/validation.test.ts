import type {FieldDefinition} from 'sanity'
import {expect, test} from 'vitest'
import {screen} from '../blocks/screen/schema.ts'
import {demoField} from './support/pageFields.ts'
import {validate} from './testing/validate.ts'

const string = (zh?: string, en?: string) => ({_type: 'localeString', ...(zh ? {zh} : {}), ...(en ? {en} : {})})
const text = (zh?: string, en?: string) => ({_type: 'localeText', ...(zh ? {zh} : {}), ...(en ? {en} : {})})
const reference = (id: string) => ({_type: 'reference', _ref: id})

const points = {
  _type: 'points',
  _key: 'p',
  items: [{_type: 'pointItem', _key: 'a', title: string('要点', 'Point'), text: text('说明', 'Text')}],
}
const page = {
  _type: 'page',
  _id: 'page-about',
  route: '/about',
  title: string('关于我们', 'About us'),
  description: text('导语', 'Lead'),
  blocks: [points],
}
const claim = {
  _type: 'claim',
  _id: 'claim-passRate',
  figure: 99,
  comparator: 'exactly',
  unit: string('%', '%'),
  statement: text('通过率 {figure}', 'A pass rate of {figure}'),
  source: 'release criterion',
  owner: 'Test lead',
  reviewDate: '2999-01-01',
  expiryDate: '2999-06-01',
}

test('a claim’s statement is an error where it contradicts the figure, and a warning where it may', async () => {
  expect(await validate(claim)).toEqual([])
  expect(await validate({...claim, figure: 97, statement: text('通过率 99%', 'A {rate} pass rate')})).toEqual([
    expect.stringMatching(/^error statement\.zh: “99%”是手写的.*typed by hand/),
    expect.stringMatching(/^error statement\.en: “\{rate\}”会原样显示.*Visitors would read/),
  ])
  expect(await validate({...claim, statement: text('通过率 {figure}，去年 95%', 'A {figure} pass rate')})).toEqual([
    expect.stringMatching(/^warning statement\.zh: 句子里另有“95%”/),
  ])
})

test('a complete page has no problems', async () => {
  expect(await validate(page)).toEqual([])
})

test('a link to a section is a warning once the section has gone, on another page or its own', async () => {
  const linking = (section: string, route = '/maixun') => ({
    ...page,
    actions: [{_type: 'link', _key: 'l', label: string('去看', 'Read'), route, section}],
  })
  const others = [{_type: 'page', _id: 'page-maixun', route: '/maixun', blocks: [{_type: 'faq', _key: 'faq1'}]}]
  const gone = [expect.stringMatching(/^warning actions\.l\.section: 页面上没有这一段.*no such section/)]
  expect(await validate(linking('/maixun#faq1'), others)).toEqual([])
  expect(await validate(linking('/maixun#faq2'), others)).toEqual(gone)
  expect(await validate(linking('/maixun#faq1'))).toEqual(gone)
  expect(await validate(linking('/lims#faq1'), others)).toEqual(gone)
  expect(await validate(linking('/about#p', '/about'), others)).toEqual([])
  expect(await validate(linking('/about#q', '/about'), others)).toEqual(gone)
  // The form does not show the field then.
  expect(await validate(linking('/maixun#faq2', '/demo'), others)).toEqual([])
})

test('in a release a link may lead to a section that its page gets there, and none that it loses there', async () => {
  const linking = (_id: string, section: string) => ({
    ...page,
    _id,
    actions: [{_type: 'link', _key: 'l', label: string('去看', 'Read'), route: '/maixun', section}],
  })
  const withBlock = (_id: string, _key: string) => ({
    _type: 'page',
    _id,
    route: '/maixun',
    blocks: [{_type: 'faq', _key}],
  })
  const others = [withBlock('page-maixun', 'faq1'), withBlock('versions.fair.page-maixun', 'faq2')]
  const gone = [expect.stringMatching(/^warning actions\.l\.section: /)]
  expect(await validate(linking('versions.fair.page-about', '/maixun#faq2'), others)).toEqual([])
  expect(await validate(linking('versions.fair.page-about', '/maixun#faq1'), others)).toEqual(gone)
  expect(await validate(linking('versions.other.page-about', '/maixun#faq1'), others)).toEqual([])
  expect(await validate(linking('drafts.page-about', '/maixun#faq2'), others)).toEqual(gone)
})

test('a link to a step that its scenario does not have is a warning, by the scenario of the page’s release', async () => {
  const problems = async (step: number, _id = 'page-about', route = '/demo') => {
    const demo = {_type: 'demoStep', scenario: {...reference('scenario-lims'), _weak: true}, step}
    const actions = [{_type: 'link', _key: 'l', label: string('去看', 'See'), route, demo}]
    return validate({...page, _id, actions}, [
      {_type: 'scenario', _id: 'scenario-lims', steps: [{}, {}]},
      {_type: 'scenario', _id: 'versions.fair.scenario-lims', steps: [{}, {}, {}]},
    ])
  }
  const beyond = [expect.stringMatching(/^warning actions\.l\.demo\.step: 这个场景只有 2 步.*has 2 steps/)]
  expect(await problems(2)).toEqual([])
  expect(await problems(3)).toEqual(beyond)
  expect(await problems(3, 'versions.fair.page-about')).toEqual([])
  expect(await problems(3, 'versions.other.page-about')).toEqual(beyond)
  expect(await problems(3, 'page-about', '/lims')).toEqual([])
})

test('a missing Chinese title blocks publishing and names its field', async () => {
  const [first, ...rest] = await validate({...page, title: string(undefined, 'About us')})
  expect(first).toMatch(/^error title\.zh: 请填写中文.*Write the Chinese text/)
  expect(rest).toEqual([])
})

test('a title cleared in both languages counts as missing and marks the Chinese field', async () => {
  expect(await validate({...page, title: string()})).toEqual([
    expect.stringMatching(/^error title: 请填写这一项/),
    expect.stringMatching(/^error title\.zh: 请填写中文/),
  ])
})

test('a missing English title is a warning', async () => {
  expect(await validate({...page, title: string('关于我们')})).toEqual([
    expect.stringMatching(/^warning title\.en: 还没有英文.*There is no English yet/),
  ])
})

test('an embargo needs a date, and an unknown middleware is refused', async () => {
  const [missing, ...rest] = await validate({...page, middleware: ['embargo']})
  expect(missing).toMatch(/^error embargoUntil: 请填写公开时间。 Say when the page opens/)
  expect(rest).toEqual([])
  const at = (embargoUntil: string) => validate({...page, middleware: ['embargo'], embargoUntil})
  expect(await at('9999-01-01T00:00:00Z')).toEqual([])
  expect(await at('2020-01-01T00:00:00Z')).toEqual([expect.stringMatching(/^warning embargoUntil: 这个时间已经过去/)])
  expect(await validate({...page, middleware: ['auth']})).toEqual([expect.stringMatching(/^error middleware/)])
})

test('an optional heading that was cleared does not block publishing', async () => {
  expect(await validate({...page, blocks: [{...points, heading: string()}]})).toEqual([])
})

test('a page without blocks says what to add', async () => {
  expect(await validate({...page, blocks: []})).toEqual([
    expect.stringMatching(/^error blocks: .*Add at least one block/),
  ])
})

test('a page whose id does not match its route cannot be published', async () => {
  expect(await validate({...page, _id: 'a-copy'})).toEqual([
    expect.stringMatching(/^error route: .*belongs to no page/),
  ])
  expect(await validate({...page, route: '/nope'})).not.toEqual([])
})

test('the draft of a page is valid, too', async () => {
  expect(await validate({...page, _id: 'drafts.page-about'})).toEqual([])
})

test('a description that is too long is a warning with both lengths', async () => {
  expect(await validate({...page, description: text('字'.repeat(161), 'Lead')})).toEqual([
    expect.stringMatching(/^warning description\.zh: 现在有 161 个字符.*160 at most/),
  ])
})

test('a text that is too long in both languages is said of both at once', async () => {
  expect(await validate({...page, description: text('字'.repeat(161), 'x'.repeat(321))})).toEqual([
    expect.stringMatching(/^warning description\.zh: /),
    expect.stringMatching(/^warning description\.en: /),
  ])
})

test('a whole text pasted into a line is refused in the language that holds it', async () => {
  const pasted = 'x'.repeat(4000)
  const findings = await validate({...page, title: string('关于我们', pasted), description: text('导语', pasted)})
  expect(findings.filter((finding) => finding.startsWith('error'))).toEqual([
    expect.stringMatching(/^error title\.en: .*4000.*shorten it to 300 at most/),
  ])
})

test('a sharing image without alternative text blocks publishing', async () => {
  const image = {_type: 'image', asset: reference('image-abc-1200x630-png')}
  const markers = await validate({...page, seo: {_type: 'seo', image}})
  expect(markers).toEqual([expect.stringMatching(/^error seo\.image\.alt: .*alternative text/)])
})

test('a transition to a missing state names the transition and the range', async () => {
  const states = {
    _type: 'states',
    _key: 's',
    states: [
      {_type: 'stateItem', _key: 'a', name: string('待报废', 'To be cleared'), tone: 'waiting'},
      {_type: 'stateItem', _key: 'b', name: string('已报废', 'Scrapped'), tone: 'ended'},
    ],
    transitions: [{_type: 'stateTransition', _key: 't', from: 1, to: 3, label: string('批准', 'Approve')}],
    alternative: text('两种状态', 'Two states'),
  }
  expect(await validate({...page, blocks: [states]})).toEqual([
    expect.stringMatching(/^error blocks\.s\.transitions\.t\.to: .*from 1 to 2/),
  ])
})

test('a flow of one step is too short', async () => {
  const flow = {_type: 'flow', _key: 'f', steps: [{_type: 'flowStep', _key: 'a', title: string('委托', 'Commission')}]}
  expect(await validate({...page, blocks: [flow]})).toEqual([
    expect.stringMatching(/^error blocks\.f\.steps: .*Add at least 2/),
  ])
})

test('a claim needs a source, an owner, a review date and an expiry date', async () => {
  expect(await validate(claim)).toEqual([])
  const {source: _source, owner: _owner, reviewDate: _reviewDate, expiryDate: _expiryDate, ...bare} = claim
  const fields = (await validate(bare)).map((line) => line.split(':')[0])
  expect(fields.toSorted()).toEqual(['error expiryDate', 'error owner', 'error reviewDate', 'error source'])
})

test('a review date that has passed is a warning', async () => {
  expect(await validate({...claim, reviewDate: '2020-01-01'})).toEqual([
    expect.stringMatching(/^warning reviewDate: .*has passed/),
  ])
})

test('a claim that has expired, or would before its review, is an error with the remedy', async () => {
  expect(await validate({...claim, reviewDate: '2020-01-01', expiryDate: '2020-06-01'})).toContainEqual(
    expect.stringMatching(/^error expiryDate: 已经过期，不能发布.*It has expired and cannot be published/),
  )
  expect(await validate({...claim, expiryDate: '2998-01-01'})).toEqual([
    expect.stringMatching(/^error expiryDate: .*cannot end before the review/),
  ])
})

test('placeholders are a warning in plain fields and in both languages', async () => {
  expect(await validate({...claim, owner: '待填写负责人 / owner to be named'})).toEqual([
    expect.stringMatching(/^warning owner: /),
  ])
  const statement = text('【待填】说法', '[to be filled in] statement')
  const fields = (await validate({...claim, statement})).map((line) => line.split(':')[0])
  expect(fields).toEqual(['warning statement.zh', 'warning statement.en'])
})

test('a row with more cells than columns is marked, with its language', async () => {
  const row = (key: string, zh: string, en: string) => ({_type: 'screenRow', _key: key, cells: string(zh, en)})
  const screen = {
    _type: 'screen',
    _key: 's',
    kind: 'table',
    title: string('清单', 'List'),
    columns: string('编号|状态', 'No.|State'),
    rows: [row('a', '例-001|等待', 'EX-001|waiting'), row('b', '例-002|等待', 'EX-002|waiting|more')],
    alternative: text('一张清单', 'A list'),
  }
  expect(await validate({...page, blocks: [screen]})).toEqual([
    expect.stringMatching(/^error blocks\.s\.rows\.b\.cells\.en: .*3 cells, the heading 2/),
  ])
})

test('a schedule screen needs lanes, any other kind rows', async () => {
  const screen = {_type: 'screen', _key: 's', title: string('画面', 'Screen'), alternative: text('画面', 'Screen')}
  const fieldsOf = async (kind: string) =>
    (await validate({...page, blocks: [{...screen, kind}]})).map((line) => line.split(':')[0])
  expect(await fieldsOf('schedule')).toEqual(['error blocks.s.lanes'])
  expect(await fieldsOf('chart')).toEqual(['error blocks.s.rows'])
})

test('a field whose value is an error is shown, though nothing is drawn from it', async () => {
  const left = [
    {field: 'rows', parent: {kind: 'schedule'}, value: [{_type: 'screenRow', _key: 'half'}]},
    {field: 'lanes', parent: {kind: 'table'}, value: [{_type: 'timelineLane', _key: 'half'}]},
    {field: 'demo', parent: {route: '/about'}, value: {_type: 'demoStep', step: 2}},
    ...[2.5, 12].map((step) => ({
      field: 'demo',
      parent: {route: '/about'},
      value: {_type: 'demoStep', scenario: reference('scenario-lims'), step},
    })),
  ]
  const fields: FieldDefinition[] = [...screen.fields, demoField]
  for (const {field, parent, value} of left) {
    const block =
      field === 'demo' ? {_type: 'callToAction', link: {...parent, demo: value}} : {_type: 'screen', ...parent}
    const lines = await validate({...page, blocks: [{_key: 'b', [field]: value, ...block}]})
    expect(
      lines.some((line) => line.startsWith('error') && line.includes(`.${field}.`)),
      field,
    ).toBe(true)
    const hidden = fields.find(({name}) => name === field)?.hidden
    const isHidden = (shown: unknown) =>
      typeof hidden === 'function' && hidden({parent, value: shown, document: undefined, currentUser: null, path: []})
    expect([isHidden(value), isHidden(undefined)], field).toEqual([false, true])
  }
})

test('role lanes ask for the role of each step', async () => {
  const step = (key: string, role?: string) => ({
    _type: 'flowStep',
    _key: key,
    title: string('步骤', 'Step'),
    ...(role ? {role: reference(role)} : {}),
  })
  const lanes = {_type: 'lanes', _key: 'l', steps: [step('a', 'role-guard'), step('b'), step('c', 'role-guard')]}
  expect(await validate({...page, blocks: [lanes]})).toEqual([
    expect.stringMatching(/^error blocks\.l\.steps\.b\.role: .*who does this step/),
  ])
})

test('a buyer’s topic that is listed again is an error, and topics that are not chosen yet are none', async () => {
  const fact = (key: string, topic?: string) => ({_type: 'buyerFact', _key: key, ...(topic && {topic})})
  const problems = async (...items: object[]) =>
    (await validate({...page, blocks: [{_type: 'buyerFacts', _key: 'f', items}]})).filter(
      (line) => !/Choose a/.test(line),
    )
  expect(await problems(fact('a', 'price'), fact('b', 'backup'), fact('c'), fact('d'))).toEqual([])
  expect(await problems(fact('a', 'price'), fact('b', 'backup'), fact('c', 'price'))).toEqual([
    expect.stringMatching(/^error blocks\.f\.items\.c\.topic: 这个主题上面已经有了.*listed above already/),
  ])
})

test('role lanes and layers that a phone has no room for are warned of', async () => {
  const step = (role: string) => ({
    _type: 'flowStep',
    _key: role,
    title: string('步骤', 'Step'),
    role: reference(`role-${role}`),
  })
  const lanes = (...roles: string[]) => ({_type: 'lanes', _key: 'l', steps: roles.map(step)})
  expect(await validate({...page, blocks: [lanes('a', 'b', 'c', 'd', 'e')]})).toEqual([])
  expect(await validate({...page, blocks: [lanes('a', 'b', 'c', 'd', 'e', 'f')]})).toEqual([
    expect.stringMatching(/^warning blocks\.l\.steps: 泳道最多五条.*Five lanes at most/),
  ])
  const layer = (key: string, parts: string) => ({
    _type: 'architectureLayer',
    _key: key,
    name: string('层', 'Layer'),
    parts: string('甲|乙', parts),
  })
  const layers = [layer('a', 'a|b|c|d|e|f'), layer('b', 'a|b|c|d|e|f｜g')]
  const drawing = {_type: 'architecture', _key: 'd', layers, alternative: text('两层', 'Two layers')}
  expect(await validate({...page, blocks: [drawing]})).toEqual([
    expect.stringMatching(/^warning blocks\.d\.layers\.b\.parts\.en: 现在有 7 个部分.*7 parts/),
  ])
})

test('an empty number is one error, not one for each condition that it does not meet', async () => {
  const named = (order?: unknown) => ({
    _type: 'capability',
    _id: 'capability-esignature',
    name: string('电子签名', 'Signature'),
    order,
  })
  const ofOrder = async (order?: unknown) => (await validate(named(order))).filter((line) => line.includes('order'))
  expect(await ofOrder()).toEqual([expect.stringMatching(/^error order: 请填写一个不小于 0 的整数/)])
  expect(await ofOrder(-1)).toHaveLength(1)
  expect(await ofOrder(2)).toEqual([])
})

test.each([
  ['missing', undefined, 1],
  ['blank', ' ', 1],
  ['there', '+86 571 0000 0000', 0],
])('a telephone number is an error unless it shows anything: one that is %s', async (_what, phone, times) => {
  const findings = await validate({_type: 'siteSettings', _id: 'siteSettings', ...(phone && {phone})})
  expect(findings.filter((finding) => /^error phone: .*Fill this in/.test(finding))).toHaveLength(times)
})

test('a picture of which few pixels are shown is warned of, by its size and its crop', async () => {
  const warnings = async (size: string, crop?: object) => {
    const image = {_type: 'image', asset: {_type: 'reference', _ref: `image-abc-${size}-png`}, ...(crop && {crop})}
    const problems = await validate({_id: 'page-about', _type: 'page', seo: {_type: 'seo', image}})
    return problems.filter((line) => line.startsWith('warning seo.image:'))
  }
  const half = {_type: 'sanity.imageCrop', left: 0.25, right: 0.25, top: 0, bottom: 0}
  expect(await warnings('1200x600')).toEqual([])
  expect(await warnings('1600x900', half)).toEqual([])
  expect(await warnings('240x160')).toEqual([expect.stringContaining('240')])
  expect(await warnings('1200x600', half)).toEqual([expect.stringContaining('600')])
})

test('a product keeps its own colour, by which its drawing and the menu go', async () => {
  const product = {
    _type: 'product',
    _id: 'product-lims',
    code: 'LIMS',
    name: string('实验室信息管理', 'Laboratory information management'),
    summary: text('简介', 'Summary'),
    route: '/lims',
    hue: 'teal',
    order: 1,
  }
  expect(await validate(product)).toEqual([])
  expect(await validate({...product, hue: 'amber'})).toEqual([
    expect.stringMatching(/^error hue: 请选“青”.*Choose “Teal”/),
  ])
})

test('a role or a claim that is still marked as a copy is not published', async () => {
  const marked = /: 还带着副本的记号.*Still marked as a copy/
  const role = {_type: 'role', _id: 'role-copy', name: string('检测员（副本）', 'Analyst (copy)')}
  expect(await validate(role)).toEqual([expect.stringMatching(marked)])
  const copy = {...claim, statement: text('通过率 {figure}（副本）', 'A pass rate of {figure} (copy)')}
  expect(await validate(copy)).toEqual([expect.stringMatching(marked)])
})
