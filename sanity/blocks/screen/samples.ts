import {markSample} from '../../health/placeholders.ts'

const bilingual = (zh: string, en: string) => ({_type: 'localeString', zh, en})

type Text = readonly [zh: string, en: string]

interface SampleRow {
  cells: Text
  details?: Text
  tone?: 'active' | 'waiting' | 'ended'
  amount?: number
  reference?: number
}

interface SampleLane {
  label: Text
  items: {from: number; to: number; label: Text; tone: 'active' | 'waiting' | 'ended'}[]
}

interface SampleTexts {
  title: Text
  filters?: Text
  columns?: Text
  detailColumns?: Text
  rows?: SampleRow[]
  lanes?: SampleLane[]
  alternative: Text
}

const week: Text = ['周一|周二|周三|周四|周五', 'Mon|Tue|Wed|Thu|Fri']

/** The sample of each kind of screen, shown until a marketer writes their own. */
const texts = {
  table: {
    title: ['清单', 'List'],
    filters: ['全部|等待|进行中|已结束', 'All|Waiting|Active|Ended'],
    columns: ['编号|试验|状态', 'No.|Test|Status'],
    detailColumns: ['样品|负责', 'Sample|Owner'],
    rows: [
      {
        cells: ['例-001|振动试验|审批中', 'EX-001|Vibration|In approval'],
        details: ['例-S01|试验工程师', 'EX-S01|Test engineer'],
        tone: 'waiting',
      },
      {
        cells: ['例-002|盐雾试验|进行中', 'EX-002|Salt spray|Running'],
        details: ['例-S02|试验工程师', 'EX-S02|Test engineer'],
        tone: 'active',
      },
      {
        cells: ['例-003|低温存放|已完成', 'EX-003|Cold storage|Done'],
        details: ['例-S03|试验工程师', 'EX-S03|Test engineer'],
        tone: 'ended',
      },
    ],
    alternative: ['清单，三行示例数据。', 'A list of three example rows.'],
  },
  schedule: {
    title: ['排程', 'Schedule'],
    columns: week,
    lanes: [
      {
        label: ['台架 A', 'Rig A'],
        items: [
          {from: 1, to: 2, label: ['例-001', 'EX-001'], tone: 'active'},
          {from: 4, to: 5, label: ['例-002', 'EX-002'], tone: 'waiting'},
        ],
      },
      {label: ['台架 B', 'Rig B'], items: [{from: 2, to: 4, label: ['校准', 'Calibration'], tone: 'ended'}]},
    ],
    alternative: [
      '排程：台架 A 排了两个任务，台架 B 周二到周四校准。',
      'A schedule: two tasks on rig A, calibration of rig B from Tuesday to Thursday.',
    ],
  },
  form: {
    title: ['表单', 'Form'],
    rows: [
      {cells: ['单号|例-001', 'Number|EX-001']},
      {cells: ['试验|振动试验', 'Test|Vibration']},
      {cells: ['下一步|主任审批', 'Next|Approval by the director'], tone: 'waiting'},
    ],
    alternative: ['表单：单号、试验和下一步。', 'A form with number, test and next step.'],
  },
  chart: {
    title: ['图表', 'Chart'],
    columns: ['实际|计划', 'Actual|Plan'],
    rows: [
      {cells: ['台架 A|低于计划', 'Rig A|Below plan'], amount: 60, reference: 80},
      {cells: ['台架 B|按计划', 'Rig B|As planned'], amount: 70, reference: 70},
    ],
    alternative: ['图表：台架 A 低于计划，台架 B 按计划。', 'A chart: rig A is below plan, rig B is as planned.'],
  },
  spaces: {
    title: ['格位图', 'Plan of spaces'],
    columns: ['占用|空位', 'Taken|Free'],
    rows: [
      {cells: ['2 层|例-V01|-|例-V02', 'Level 2|EX-V01|-|EX-V02']},
      {cells: ['1 层|-|例-V03|-', 'Level 1|-|EX-V03|-']},
    ],
    alternative: ['格位图：两层，每层三个格位。', 'A plan: two levels of three spaces.'],
  },
  board: {
    title: ['看板', 'Board'],
    columns: ['待办|进行中|已完成', 'To do|Running|Done'],
    rows: [
      {cells: ['待办|例-001|振动试验', 'To do|EX-001|Vibration'], tone: 'waiting'},
      {cells: ['进行中|例-002|盐雾试验', 'Running|EX-002|Salt spray'], tone: 'active'},
      {cells: ['已完成|例-003|低温存放', 'Done|EX-003|Cold storage'], tone: 'ended'},
    ],
    alternative: ['看板：三栏，每栏一张卡片。', 'A board of three columns with a card each.'],
  },
  calendar: {
    title: ['日历', 'Calendar'],
    columns: week,
    rows: [
      {cells: ['周一|台架 A|例-001|到周二', 'Mon|Rig A|EX-001|to Tue'], tone: 'active'},
      {cells: ['周三|台架 B|校准|到周四', 'Wed|Rig B|Calibration|to Thu'], tone: 'ended'},
      {cells: ['周五|台架 A|例-002|待确认', 'Fri|Rig A|EX-002|Tentative'], tone: 'waiting'},
    ],
    alternative: ['日历：周一到周五，三条台架占用。', 'A calendar from Monday to Friday with three bookings of rigs.'],
  },
  trace: {
    title: ['追溯', 'Trace'],
    rows: [
      {cells: ['结果|例值|报告 例-B01', 'Result|Example value|Report EX-B01']},
      {cells: ['原始记录|例-J01|试验工程师', 'Record|EX-J01|Test engineer']},
      {cells: ['委托|例-001|振动试验', 'Order|EX-001|Vibration']},
    ],
    alternative: ['追溯：从结果查到原始记录和委托。', 'A trace from a result to its record and order.'],
  },
  certificate: {
    title: ['证书 例-Z01', 'Certificate EX-Z01'],
    columns: ['项目|状态', 'Project|State'],
    rows: [
      {cells: ['持证单位|示例实验室', 'Holder|Example laboratory']},
      {cells: ['振动|有效', 'Vibration|Valid'], tone: 'active'},
      {cells: ['盐雾|暂停', 'Salt spray|Suspended'], tone: 'waiting'},
    ],
    alternative: ['证书：振动项目有效，盐雾项目暂停。', 'A certificate: vibration is valid, salt spray is suspended.'],
  },
} satisfies Record<string, SampleTexts>

export type ScreenKind = keyof typeof texts

export const screenKinds = Object.keys(texts).filter((kind): kind is ScreenKind => kind in texts)

/** The fields of a sample that a change of kind replaces. */
export const sampleFields = ['title', 'filters', 'columns', 'detailColumns', 'rows', 'lanes', 'alternative'] as const

const optional = (name: string, text: Text | undefined) => (text ? {[name]: bilingual(...text)} : {})

/** The prompt in its alternative text, which cannot be published. */
export const sampleTasks = ['请改写成这张画面的内容。', 'Rewrite this for your screen.']

/** The content of a new screen. Items of arrays have keys, which Sanity does not add to initial values. */
export function sampleOf(kind: ScreenKind) {
  const {title, filters, columns, detailColumns, rows, lanes, alternative}: SampleTexts = texts[kind]
  const [zh, en] = alternative
  const [taskZh, taskEn] = sampleTasks
  return {
    kind,
    title: bilingual(markSample(title[0], 'zh'), markSample(title[1], 'en')),
    ...optional('filters', filters),
    ...optional('columns', columns),
    ...optional('detailColumns', detailColumns),
    ...(rows && {
      rows: rows.map(({cells, details, ...row}, index) => ({
        _key: `row${index + 1}`,
        _type: 'screenRow',
        ...row,
        ...optional('cells', cells),
        ...optional('details', details),
      })),
    }),
    ...(lanes && {
      lanes: lanes.map(({label, items}, index) => ({
        _key: `lane${index + 1}`,
        _type: 'timelineLane',
        label: bilingual(...label),
        items: items.map((item, position) => ({
          ...item,
          _key: `item${position + 1}`,
          _type: 'timelineItem',
          label: bilingual(...item.label),
        })),
      })),
    }),
    alternative: {
      _type: 'localeText',
      zh: markSample(`${zh}${taskZh}`, 'zh'),
      en: markSample(`${en} ${taskEn}`, 'en'),
    },
  }
}
