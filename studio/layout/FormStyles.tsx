/**
 * Brings the first field onto the first screen and lets texts grow with what they hold. Sanity has no options for the
 * distances in its forms.
 */
const styles = `
[data-testid='document-panel-scroller'] > div:has(> div > div > [data-testid='form-view']) { padding-top: 12px; }
[data-testid='form-view'] > [data-ui='FormRow'] > div > div { margin-bottom: 12px; }
[data-testid='document-form'] > [data-ui='Stack'] { gap: 32px; }
[data-testid='document-form'] > [data-ui='Stack'] > [data-testid='field-groups'] { margin-bottom: -16px; }
[data-testid^='field-'] textarea { field-sizing: content; height: auto; min-height: calc(2lh + 14px); max-height: 60vh; }
@media (max-width: 600px) {
  [data-testid='form-view'] button:not([data-testid='change-bar__button']),
  [data-testid='form-view'] select,
  [data-testid='pane-footer'] button { min-height: 40px; }
}
`

/** Styles of forms, for the whole Studio. */
export function FormStyles() {
  return <style>{styles}</style>
}
