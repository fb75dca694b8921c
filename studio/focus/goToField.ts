/** A field that an editor wants to go to. */
interface FieldRequest {
  /** Published id of the document. */
  id: string
  /** Path of the field, e.g. `blocks[_key=="a"].title.en`. */
  path: string
}

type Visit = (path: string) => void

/** The forms on screen, by published document id. */
const forms = new Map<string, Visit>()

/** How long a form may take to appear, in milliseconds. */
const patience = 30_000

let awaited: (FieldRequest & {expires: number}) | undefined

/**
 * Brings the caret to a field. Returns false if the document's form is not on screen: the field is visited once it is,
 * and the caller navigates there.
 */
export function goToField(request: FieldRequest): boolean {
  awaited = undefined
  const visit = forms.get(request.id)
  if (visit) visit(request.path)
  else awaited = {...request, expires: Date.now() + patience}
  return visit !== undefined
}

/** Whether the form of a document is on screen, by its published id. */
export const isFormOpen = (id: string): boolean => forms.has(id)

/** Registers the form of a document, which visits fields. Returns a function that unregisters it. */
export function registerForm(id: string, visit: Visit): () => void {
  forms.set(id, visit)
  const request = awaited
  if (request?.id === id) {
    awaited = undefined
    if (request.expires > Date.now()) visit(request.path)
  }
  return () => {
    if (forms.get(id) === visit) forms.delete(id)
  }
}
