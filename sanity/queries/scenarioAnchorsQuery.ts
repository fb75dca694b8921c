import {defineQuery} from 'next-sanity'

/** The names in links of all scenarios of the demo. */
export const scenarioAnchorsQuery = defineQuery(`array::unique(*[_type == "scenario" && defined(anchor)].anchor)`)
