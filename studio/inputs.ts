import type {SchemaTypeDefinition} from 'sanity'
import {routeList} from '../sanity/schema/support/pageFields.ts'
import {BlocksInput} from './components/BlocksInput.tsx'
import {ClaimInput} from './components/ClaimInput.tsx'
import {LocaleInput} from './components/LocaleInput.tsx'
import {RouteInput} from './components/RouteInput.tsx'
import {ScenarioInput} from './components/ScenarioInput.tsx'
import {StatementInput} from './components/StatementInput.tsx'
import {SeoInput} from './seo/SeoInput.tsx'

/** The inputs of our own, by the type, or the path from a type to a field. */
const inputs = new Map<string, object>(
  Object.entries({
    claim: ClaimInput,
    'claim.statement': StatementInput,
    localeBlocks: LocaleInput,
    localeString: LocaleInput,
    localeText: LocaleInput,
    'page.blocks': BlocksInput,
    scenario: ScenarioInput,
    seo: SeoInput,
  }),
)

/** As much of a type or a field as is looked at here. */
interface Definition {
  name?: string
  options?: unknown
  fields?: readonly Definition[]
  of?: readonly Definition[]
}

/** The content schema with the Studio's own inputs. The schema itself is plain: the site and scripts read it as well. */
export function withInputs(types: readonly SchemaTypeDefinition[]): SchemaTypeDefinition[] {
  return types.map((type) => attach(type, type.name))
}

function attach<Type extends Definition>(type: Type, path: string): Type {
  const input = inputs.get(path) ?? (isRoute(type) ? RouteInput : undefined)
  return {
    ...type,
    ...(input && {components: {input}}),
    ...(type.fields && {fields: type.fields.map((field) => attach(field, `${path}.${field.name}`))}),
    ...(type.of && {of: type.of.map((member) => attach(member, `${path}[]`))}),
  }
}

function isRoute({options}: Definition): boolean {
  return typeof options === 'object' && options !== null && 'list' in options && options.list === routeList
}
