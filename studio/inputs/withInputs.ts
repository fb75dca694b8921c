import type {SchemaTypeDefinition} from 'sanity'
import {routeList} from '../../sanity/schema/support/pageFields.ts'
import {BlocksInput} from './BlocksInput.tsx'
import {ClaimInput} from './ClaimInput.tsx'
import {LocaleInput} from './LocaleInput.tsx'
import {PictureInput} from './PictureInput.tsx'
import {RichTextInput} from './RichTextInput.tsx'
import {RouteInput} from './RouteInput.tsx'
import {ScenarioInput} from './ScenarioInput.tsx'
import {ScreenInput} from './ScreenInput.tsx'
import {SectionInput} from './SectionInput.tsx'
import {SeoInput} from './SeoInput.tsx'
import {StatementInput} from './StatementInput.tsx'

/** Inputs by type name, or by path from a type to a field. */
const inputs = new Map<string, object>(
  Object.entries({
    claim: ClaimInput,
    'claim.statement': StatementInput,
    localeBlocks: LocaleInput,
    localeString: LocaleInput,
    localeText: LocaleInput,
    'link.section': SectionInput,
    'page.blocks': BlocksInput,
    photo: PictureInput,
    portableText: RichTextInput,
    'routeLink.section': SectionInput,
    scenario: ScenarioInput,
    screen: ScreenInput,
    seo: SeoInput,
    'seo.image': PictureInput,
  }),
)

/** Titles of their fields are the languages, which need no description beside each text. */
const localeTypes: ReadonlySet<string> = new Set(['localeBlocks', 'localeString', 'localeText'])

/** The common part of types and fields. */
interface Definition {
  name?: string
  description?: unknown
  options?: unknown
  fields?: readonly Definition[]
  of?: readonly Definition[]
}

/** Adds the Studio's inputs to the schema types, which the site and scripts use without them. */
export function withInputs(types: readonly SchemaTypeDefinition[]): SchemaTypeDefinition[] {
  return types.map((type) => ({
    ...addInput(type, type.name),
    // The pane's header has the title already.
    ...(type.type === 'document' && {__experimental_formPreviewTitle: false}),
  }))
}

function addInput<Type extends Definition>(type: Type, path: string): Type {
  const input = inputs.get(path) ?? (isRoute(type) ? RouteInput : undefined)
  return {
    ...type,
    ...(input && {components: {input}}),
    ...(type.fields && {fields: type.fields.map((field) => addField(field, path))}),
    ...(type.of && {of: type.of.map((member) => addInput(member, `${path}[]`))}),
  }
}

function addField<Type extends Definition>(field: Type, path: string): Type {
  const withInput = addInput(field, `${path}.${field.name}`)
  return localeTypes.has(path) ? {...withInput, description: undefined} : withInput
}

function isRoute({options}: Definition): boolean {
  return typeof options === 'object' && options !== null && 'list' in options && options.list === routeList
}
