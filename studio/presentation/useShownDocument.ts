import {useEditState, usePerspective} from 'sanity'
import {layerShown} from '../../sanity/health/contentDocuments.ts'
import {useSiteDocuments} from '../structure/siteDocuments.ts'

/**
 * A document as the preview shows it in the chosen perspective, this editor's last change included: what is published, or
 * the draft, or what the chosen release holds, else one before it. `shown` is null if there is none. `isEdited`: edits go
 * there.
 */
export function useShownDocument(id: string, type: string) {
  const {selectedPerspective, selectedReleaseId: release, perspectiveStack} = usePerspective()
  const documents = useSiteDocuments()
  const layer = documents && release ? layerShown(documents, id, perspectiveStack) : undefined
  const source = layer === undefined || layer === 'drafts' || layer === 'published' ? release : layer
  const {draft, published, version, ready} = useEditState(id, type, 'default', source)
  const shown = selectedPerspective === 'published' ? published : (version ?? draft ?? published)
  // A document without a version is shown in a release as it is otherwise; the form first adds it to the release.
  const isEdited = release ? source === release && version !== null : selectedPerspective !== 'published'
  return {shown, isEdited, ready, release, selectedPerspective}
}
