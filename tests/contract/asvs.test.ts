import {existsSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {root} from '@/scripts/product/paths'
import requirements from './asvsRequirements.json'
import {testTitles} from './testTitles.ts'

const table = 'docs/asvs.md'

interface Row {
  id: string
  level: string
  summary: string
  evidence: string
}

/** Parses the table rows whose first cell is the id of a requirement. */
function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [before, id = '', level = '', summary = '', evidence = '', after, ...rest] = cells
    if (before !== '' || !/^\d+\.\d+\.\d+$/.test(id)) return []
    if (after !== '' || rest.length > 0) throw new Error(`${id} has more or fewer cells than four`)
    return [{id, level, summary, evidence}]
  })
}

/** Returns the anchors that GitHub gives a page's headings. */
function anchorsOf(markdown: string): Set<string> {
  const withoutCode = markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  const headings = [...withoutCode.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, text = '']) =>
    text
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
  return new Set(headings.map((name, index) => withNumber(name, headings.slice(0, index))))
}

function withNumber(name: string, earlier: string[]): string {
  const same = earlier.filter((one) => one === name).length
  return same === 0 ? name : `${name}-${same}`
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Returns the problem of one piece of evidence, if there is one. */
function problemOfTest(text: string): string | undefined {
  const [file = '', title = '', ...rest] = text.split(' › ')
  if (rest.length > 0 || !title) return `“${text}” is not “file › title”`
  if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(join(root, file))) return `${file} is no file of tests`
  return testTitles(read(file)).includes(title) ? undefined : `${file} has no test “${title}”`
}

function problemOfLink(target: string): string | undefined {
  const [path = '', anchor] = target.split('#')
  const file = join(dirname(table), path)
  if (!existsSync(join(root, file))) return `${file} does not exist`
  if (!anchor) return `${target} names no section`
  return anchorsOf(read(file)).has(anchor) ? undefined : `${file} has no section #${anchor}`
}

/** Returns all problems of a row. */
function problemsOf({id, level, summary, evidence}: Row): string[] {
  const tests = [...evidence.matchAll(/`([^`]+ › [^`]+)`/g)].map(([, text = '']) => problemOfTest(text))
  const links = [...evidence.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => problemOfLink(target))
  const waiver = /^\*(not applicable|exception):\*(.*)$/.exec(evidence)
  const reason = waiver?.[2]?.replace(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, '').trim() ?? ''
  return [
    ...(summary.length < 8 ? [`${id} says nothing of what it asks for`] : []),
    ...(waiver && reason.length < 15 ? [`${id} is waived without a reason`] : []),
    ...(waiver || tests.length + links.length > 0 ? [] : [`${id} has no evidence`]),
    ...(/^[12]$/.test(level) ? [] : [`${id} has no level`]),
    ...[...tests, ...links].flatMap((problem) => (problem ? [`${id}: ${problem}`] : [])),
  ]
}

const asked = requirements.requirements.flatMap((chapter) => chapter.split(' '))

describe('the table of OWASP’s ASVS', () => {
  const rows = rowsOf(read(table))

  it('has each requirement of levels 1 and 2 once, in their order, with its level', () => {
    expect(rows.map(({id, level}) => `${id}/${level}`)).toEqual(asked)
  })

  it('proves or waives each, by tests and sections that exist', () => {
    expect(rows.flatMap(problemsOf)).toEqual([])
  })

  it('names and credits the standard', () => {
    expect(read(table)).toMatch(/OWASP[\s\S]*Application Security Verification Standard[\s\S]*CC BY-SA 4\.0/)
  })
})

describe('a row', () => {
  const own = 'tests/contract/asvs.test.ts'
  const good = {id: '1.1.1', level: '1', summary: 'Something is done', evidence: `\`${own} › is refused: %s\``}

  it.each([
    ['a test', good.evidence],
    ['a section', '[here](security-controls.md#sessions)'],
    ['a reason', '*not applicable:* there is nothing of this kind here'],
    ['a reason with a test', `*exception:* there is nothing of this kind here, ${good.evidence}`],
  ])('is content with %s', (_, evidence) => {
    expect(problemsOf({...good, evidence})).toEqual([])
  })

  it.each([
    ['nothing', ''],
    ['words alone', 'We do this.'],
    ['a test that is not there', `\`${own} › is not there\``],
    ['a test that is only mentioned in a string', `\`${own} › inside a string\``],
    ['a file that is not there', '`tests/contract/none.test.ts › is refused: %s`'],
    ['a file that is no test', '`tests/contract/testTitles.ts › is refused: %s`'],
    ['a section that is not there', '[here](security-controls.md#none)'],
    ['a document without a section', '[here](security-controls.md)'],
    ['a waiver without a reason', '*exception:* none'],
    [
      'a waiver whose reason is a link',
      '*not applicable:* [because of what is written there](security-controls.md#sessions)',
    ],
    ['one good test and one that is not there', `${good.evidence}, \`${own} › is not there\``],
  ])('is refused: %s', (_, evidence) => {
    expect(problemsOf({...good, evidence})).toHaveLength(1)
  })

  it('keeps to four cells', () => {
    expect(() => rowsOf('| 1.1.1 | 1 | a | b | c |')).toThrow('1.1.1')
    expect(rowsOf('| 1.1.1 | 1 | a | b |')).toHaveLength(1)
  })
})

describe('the titles of tests', () => {
  it('are found behind tables, conditions and templates', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: titles are compared as they are written.
    const hole = "${f(')')}"
    const source = [
      "it('plain', () => {})",
      `it.each([['a (b', /['"]\\/[/(]/], [\`x ${hole}\`]])('each %s', () => {})`,
      'test.runIf(isThere(1))(\n  "condition",\n)',
      "describe.each(Object.entries({a: '('}))('group %s', () => {})",
      `test(\`template ${hole}\`, () => {})`,
      "it('it’s \\'quoted\\'', () => {})",
      "test.describe('browser', () => {})",
      'const half = 1 / 2 / 3',
      "it('after a division', () => {})",
      "const element = <Fields values={values} />, text = <p>it's</p>",
      "it('after an element', () => {})",
    ].join('\n')
    expect(testTitles(source)).toEqual([
      'plain',
      'each %s',
      'condition',
      'group %s',
      `template ${hole}`,
      "it’s 'quoted'",
      'browser',
      'after a division',
      'after an element',
    ])
  })

  it('are none in comments and strings, of skipped tests, or of methods', () => {
    const source = [
      "// it('commented', () => {})",
      "/* it('commented', () => {}) */",
      'const text = "it(\'inside a string\')"',
      "it.skip('skipped', () => {})",
      "it.todo('to do')",
      "test.fixme('broken', () => {})",
      "rule.test('a method')",
      "submit('another function')",
    ].join('\n')
    expect(testTitles(source)).toEqual([])
  })
})
