/** Fields of the form, but neither a choice of their groups nor their menus, which have similar names. */
export const formFields = '[data-testid^="field-"]:not([data-testid^="field-group-"], [data-testid^="field-actions-"])'

/** Path of a field of the form, e.g. `blocks[_key=="a"].title.zh`. Sanity tells it by an id for tests alone. */
export function pathOfField(field: Element | null | undefined): string | undefined {
  return field?.getAttribute('data-testid')?.slice('field-'.length)
}
