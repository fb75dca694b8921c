import type {ComponentType, ReactNode} from 'react'

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

/** Props of the notice in Sanity's dialog for the time of a draft. */
export interface ScheduleDialog {
  /** The time that is chosen so far. */
  publishAt: Date | undefined
  onClose: () => void
}

type UseChecked = (menu: ScheduledDraftMenu, draft: ScheduledDraft) => ScheduledDraftMenu

/**
 * Called by Sanity's patched code (`sanityPatches.ts`), which this imports nothing of, so that neither waits for the other. The Studio
 * puts its own hook, and what it shows below the chosen time, here before it renders.
 */
export const scheduledDraftMenu: {useChecked: UseChecked; TimeNotice: ComponentType<ScheduleDialog>} = {
  useChecked: (menu) => menu,
  TimeNotice: () => null,
}
