import {pathToString, type ValidationMarker} from 'sanity'

/** Leaves out markers that say the same of the same field: a rule with several conditions reports each that fails. */
export function distinctMarkers(markers: readonly ValidationMarker[]): ValidationMarker[] {
  const distinct = new Map(
    markers.map((marker) => [`${pathToString(marker.path)} ${marker.level} ${marker.message}`, marker]),
  )
  return [...distinct.values()]
}
