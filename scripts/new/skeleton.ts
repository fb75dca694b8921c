import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {UserError} from '../product/report.ts'

/** Files to write and edits to make, by path from the project's root. */
export interface Skeleton {
  files: Record<string, string>
  edits: Record<string, (text: string) => string>
  /** Remaining steps by hand, a sentence each. */
  next: string[]
}

/** Writes a skeleton. Writes nothing and throws a UserError if a file exists or an edit has no place. */
export function writeSkeleton(root: string, {files, edits}: Skeleton): void {
  for (const path of Object.keys(files)) {
    if (existsSync(join(root, path))) throw new UserError(`${path} exists already. Choose another name.`)
  }
  const edited = Object.entries(edits).map(([path, edit]) => {
    const text = readFileSync(join(root, path), 'utf8')
    const after = edit(text)
    if (after === text) throw new UserError(`${path} has no place to add it to; add it by hand.`)
    return [path, after] as const
  })
  for (const [path, text] of [...Object.entries(files), ...edited]) {
    mkdirSync(dirname(join(root, path)), {recursive: true})
    writeFileSync(join(root, path), text)
  }
}

/** A block: its content side, its view, its sample, a line in the list of blocks, and an example in the seed. */
export function blockSkeleton(name: string): Skeleton {
  const Name = capital(name)
  const content = `sanity/blocks/${name}`
  const view = `components/blocks/${name}/${Name}`
  return {
    files: {
      [`${content}/schema.ts`]: `import {BlockElementIcon} from '@sanity/icons/BlockElement'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {blockPreview} from '../../schema/support/previews.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {sectionFields} from '../../schema/support/fieldKinds.ts'

const title = label('内容块 ${Name}', '${Name}')

/** One sentence: what the block is for. */
export const ${name} = defineType({
  name: '${name}',
  title,
  type: 'object',
  icon: BlockElementIcon,
  fields: [
    ...sectionFields,
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('文字', 'Text'),
      description: hint('写给编辑的一句说明。', 'One sentence that helps whoever fills it in.'),
      required: true,
      lengths: {zh: 200, en: 400},
    }),
  ],
  preview: blockPreview(title),
})

export const menu: BlockMenu = {
  group: 'text',
  help: label('什么时候用这个内容块。', 'When to use this block.'),
}
`,
      [`${content}/projection.ts`]: `import {blockShape, text} from '../../projections/shape.ts'

export const ${name}Projection = /* groq */ \`heading, intro, text\`

export const ${name}Shape = blockShape('${name}', {text})
`,
      [`${content}/thumbnail.svg`]: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160" width="240" height="160"><title>${name}</title><rect width="240" height="160" fill="#fbfaf5"/><rect x="20" y="20" width="60" height="8" rx="2.5" fill="#10192b"/><rect x="20" y="48" width="200" height="5" rx="2.5" fill="#8d8d84"/><rect x="20" y="60" width="160" height="5" rx="2.5" fill="#8d8d84"/></svg>
`,
      [`${view}.tsx`]: `import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {Section} from '@/components/ui/Section'
import type {${name}Shape} from '@/sanity/blocks/${name}/projection'

/** One sentence: what a visitor sees. */
export function ${Name}({block}: BlockProps<z.output<typeof ${name}Shape>>) {
  return (
    <Section block={block} layout="split">
      <p>{block.text}</p>
    </Section>
  )
}
`,
      [`${view}.test.tsx`]: `import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context} from '@/components/testing/fixtures'
import {${Name}} from './${Name}'

it('shows its text below the section’s heading', () => {
  const {page} = draw(
    <${Name} block={{_key: 'k', _type: '${name}', heading: 'Heading', text: 'Words'}} context={context} />,
  )
  expect(page.getByRole('region', {name: 'Heading'}).textContent).toContain('Words')
})
`,
    },
    edits: {
      'sanity/blocks/index.ts': (text) => text.replace('\n] as const', `\n  '${name}',\n] as const`),
      'sanity/blocks/samples.ts': (text) =>
        text.replace(
          /(?=^\}\n\n\/\*\* The first step of any scenario)/m,
          `  ${name}: () => ({...section, text: paragraph('写一两句话。', 'Write a sentence or two.')}),\n`,
        ),
      'sanity/seed/data.ndjson': (text) => text.replace(/^.*"_id":"page-java".*$/m, (page) => withExample(page, name)),
    },
    next: [
      `Draw ${content}/thumbnail.svg and write the block's title, group and help in ${content}/schema.ts.`,
      'Write what a new one shows in sanity/blocks/samples.ts.',
      `Give it more fields: npm run new -- field ${name} <name> writes a text; docs/adding-content.md tells of others.`,
      'Its example is the last block but one of page-java in sanity/seed/data.ndjson: move it where it belongs.',
      intoTheLake,
    ],
  }
}

/** Newcomers wonder about it after the seed has changed. */
const intoTheLake =
  'Content that a lake has stays as it is: add the example in the Studio, or npm run seed -- --replace, which overwrites what was edited.'

/** Documents that the site's queries ask for; the others are found by references. */
const queried = ['page', 'navigation', 'siteSettings']

/** The list of fields of a module's first type: a block's objects, below it, have fields of their own. */
const ownFields = /^( {2}fields: \[\n[\s\S]*?\n)( {2}\],)$/m

/** Objects of tests, whose generated types name every field of a query. */
const fixtures = 'components/testing/fixtures.ts'

/** An optional bilingual text of a document or a block: in the schema, its projection, its shape and the fixtures. */
export function fieldSkeleton(root: string, type: string, name: string): Skeleton {
  const isBlock = existsSync(join(root, `sanity/blocks/${type}/schema.ts`))
  const schema = isBlock ? `sanity/blocks/${type}/schema.ts` : `sanity/schema/documents/${type}.ts`
  const projection = isBlock
    ? `sanity/blocks/${type}/projection.ts`
    : queried.includes(type)
      ? 'sanity/Snapshot.ts'
      : `sanity/projections/${type}.ts`
  for (const path of [schema, projection]) {
    if (existsSync(join(root, path))) continue
    throw new UserError(`There is no ${path}. Name a document type or a block: npm run new -- field product slogan`)
  }
  const text = readFileSync(join(root, schema), 'utf8')
  if (new RegExp(`name: '${name}'`).test(ownFields.exec(text)?.[1] ?? ''))
    throw new UserError(`${schema} has a field ${name} already.`)
  const support = isBlock ? '../../schema/support' : '../support'
  const fields = isBlock ? '../../projections/shape.ts' : './shape.ts'
  // A field without a group is in none of the form's tabs.
  const group = /\{name: '(\w+)',[^\n]* default: true\}/.exec(text)?.[1]
  const field = `    localeField({
      name: '${name}',
      type: 'localeString',${group ? `\n      group: '${group}',` : ''}
      title: label('${name}', '${capital(name)}'),
      description: hint('写给编辑的一句说明；可以不填。', 'One sentence that helps whoever fills it in; optional.'),
    }),
`
  const fixture = new RegExp(`(\\.\\.\\.documentOf\\('${type}', [^\\n]*?\\),|_type: '${type}',)`)
  return {
    files: {},
    edits: {
      [schema]: (before) => {
        const after = before.replace(ownFields, `$1${field}$2`)
        if (after === before) return before
        const withField = withImport(after, 'localeField', `${support}/localeField.ts`)
        return withImport(withField, 'hint', `${support}/bilingual.ts`)
      },
      [projection]: (before) => {
        const after = before
          .replace(new RegExp(`(${type}Projection = /\\* groq \\*/ \`[^\`]*?)(\\s*\`)`), `$1, ${name}$2`)
          .replace(
            new RegExp(`(${type}Shape = (?:z\\.object\\(|blockShape\\('${type}', )\\{|^const fields = \\{$)`, 'm'),
            `$1${name}: optionalText, `,
          )
        return after.includes(`${name}: optionalText`) ? withImport(after, 'optionalText', fields) : after
      },
      'sanity/seed/data.ndjson': (seed) => withFieldExample(seed, type, name),
      ...(fixture.test(readFileSync(join(root, fixtures), 'utf8')) && {
        [fixtures]: (before: string) => before.replace(fixture, `$1 ${name}: null,`),
      }),
    },
    next: [
      `Write its title and description for editors in ${schema}.`,
      isBlock
        ? `Show it in components/blocks/${type}/${capital(type)}.tsx: \`block.${name}\` is a text in the page's language, or nothing.`
        : `Show it: components that get a ${type} have \`${name}\`, a text in the page's language, or nothing.`,
      intoTheLake,
    ],
  }
}

/** A content migration that changes nothing yet. */
export function migrationSkeleton(name: string): Skeleton {
  return {
    files: {
      [`studio/migrations/${name}/index.ts`]: `import {at, defineMigration, setIfMissing} from 'sanity/migrate'

export default defineMigration({
  title: 'One sentence: what it changes, and why',
  documentTypes: ['page'],
  migrate: {
    document({title}) {
      // Undefined leaves a document as it is: a migration that runs twice changes nothing the second time.
      return title === undefined ? at('title', setIfMissing({_type: 'localeString'})) : undefined
    },
  },
})
`,
    },
    edits: {},
    next: [
      `npm run migrate -- ${name} lists what it would change; add --apply to change it.`,
      'Test it in scripts/migrate/collectChanges.test.ts on content from before the change.',
    ],
  }
}

const exampleText = {_type: 'localeString', zh: '示例', en: 'Example'}

/** The seed with an example of a new field in the first document, or else block, of its type. */
function withFieldExample(seed: string, type: string, name: string): string {
  let isDone = false
  const fill = <Filled extends {_type: string}>(value: Filled): Filled => {
    if (isDone || value._type !== type) return value
    isDone = true
    return {...value, [name]: exampleText}
  }
  const lines = seed.split('\n').map((line) => {
    if (isDone || line === '') return line
    const document: {_type: string; blocks?: {_type: string}[]} = JSON.parse(line)
    const filled = fill(document.blocks ? {...document, blocks: document.blocks.map(fill)} : document)
    return isDone ? JSON.stringify(filled) : line
  })
  return lines.join('\n')
}

/** A page's line of the seed with an example of the block before its last one, the call to action. */
function withExample(line: string, name: string): string {
  const page: {blocks: object[]} = JSON.parse(line)
  const example = {
    _key: `${name}1`,
    _type: name,
    heading: exampleText,
    intro: {_type: 'localeText', zh: '一句引言。', en: 'A sentence that leads to it.'},
    text: {_type: 'localeText', zh: '一段示例文字。', en: 'A sentence to show how it looks.'},
  }
  return JSON.stringify({...page, blocks: [...page.blocks.slice(0, -1), example, ...page.blocks.slice(-1)]})
}

/** Adds a name to a module's import, or the import to the module. Biome sorts it afterwards. */
function withImport(text: string, name: string, from: string): string {
  if (new RegExp(`import \\{[^}]*\\b${name}\\b`).test(text)) return text
  const existing = new RegExp(`import \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'`)
  return existing.test(text)
    ? text.replace(existing, `import {$1, ${name}} from '${from}'`)
    : `import {${name}} from '${from}'\n${text}`
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
