import type {ReactNode} from 'react'

/** Return value of Sanity's hook `useScheduledDraftMenuActions`. */
export interface ScheduledDraftMenu {
  actions: Record<'publishNow' | 'schedulePublish', {onClick: () => void; disabled: boolean}>
  /** The dialog that is open. */
  dialogs: ReactNode
}

/** Parameter of that hook: a release with one document, and this document as far as it is loaded. */
export interface ScheduledDraft {
  release?: {_id: string}
  documentType?: string
  documentId?: string
}

type UseChecked = (menu: ScheduledDraftMenu, draft: ScheduledDraft) => ScheduledDraftMenu

/**
 * Called by Sanity's patched code (`sanityPatches.ts`), which this imports nothing of, so that neither waits for the other. The Studio
 * puts its own hook here before it renders.
 */
export const scheduledDraftMenu: {useChecked: UseChecked} = {useChecked: (menu) => menu}
