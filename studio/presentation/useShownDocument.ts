import {useEditState, usePerspective} from 'sanity'

/**
 * A document as the preview shows it in the chosen perspective, this editor's last change included: what is published,
 * or what the release or the draft holds. `shown` is null if there is none, and `version` if the release holds none.
 */
export function useShownDocument(id: string, type: string) {
  const {selectedPerspective, selectedReleaseId: release} = usePerspective()
  const {draft, published, version, ready} = useEditState(id, type, 'default', release)
  const shown = selectedPerspective === 'published' ? published : (version ?? draft ?? published)
  return {shown, version, ready, release, selectedPerspective}
}
