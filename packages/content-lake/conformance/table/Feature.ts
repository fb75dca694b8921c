type Support = 'yes' | 'partly' | 'no'

/** A feature: name, support, title of the test that proves it, note, and the test's file if not the area's. */
export type Feature = [name: string, support: Support, proof: string, note?: string, file?: string]

/** One table of CONFORMANCE.md. */
export interface Area {
  title: string
  introduction: string
  /** Path of the tests from the package's root. */
  file: string
  features: Feature[]
}
