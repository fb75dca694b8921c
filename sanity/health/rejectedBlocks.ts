import type {z} from 'zod'
import {locales} from '../../lib/locales.ts'
import {blockShapes} from '../blocks/blocks.generated.ts'
import {localize} from '../localize.ts'
import {isObject} from './objectsIn.ts'
import type {RenderedPage} from './renderedPages.ts'

const shapes: ReadonlyMap<unknown, z.ZodType> = new Map(Object.entries(blockShapes))

/** A block that the site would leave out of the page, and what is wrong with it. */
export interface RejectedBlock {
  path: string
  type: string
  /** `items.0.title: expected string, received null`, as the site's log has it. */
  problems: string[]
}

/** The blocks of a page that do not fit their shape in one language or the other. */
export function rejectedBlocks({blocks}: RenderedPage): RejectedBlock[] {
  return blocks.flatMap((block, index) => {
    const {_key, _type: type} = isObject(block) ? block : {}
    const problems = problemsOf(block, type)
    const path = typeof _key === 'string' ? `blocks[_key=="${_key}"]` : `blocks[${index}]`
    return problems.length > 0 ? [{path, type: String(type), problems}] : []
  })
}

function problemsOf(block: unknown, type: unknown): string[] {
  const shape = shapes.get(type)
  if (!shape) return ['there is no such block']
  const issues = locales.flatMap((locale) => shape.safeParse(localize(block, locale)).error?.issues ?? [])
  return [...new Set(issues.map(({path, message}) => `${path.map(String).join('.') || 'block'}: ${message}`))]
}
