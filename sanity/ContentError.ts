import type {ContentSource} from './env.ts'

/** Content could not be loaded. The message names the remedy. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  /** Of a page that lacks it. */
  readonly status = 500
  /** The message without the remedy. */
  readonly problem: string
  /** The content API does not answer; otherwise it answers, but the content is missing. */
  readonly isAway: boolean

  private constructor(problem: string, remedy: string, {isAway, cause}: {isAway: boolean; cause?: unknown}) {
    super(`${problem} ${remedy}`, {cause})
    this.problem = problem
    this.isAway = isAway
  }

  /** The content API does not answer, or refuses. */
  static unreachable(source: ContentSource, cause: unknown): ContentError {
    const remedy = source.embedded
      ? 'Start the embedded lake (npm start does so before it builds), or set NEXT_PUBLIC_SANITY_PROJECT_ID to use hosted Sanity.'
      : 'Check NEXT_PUBLIC_SANITY_PROJECT_ID, NEXT_PUBLIC_SANITY_DATASET, NEXT_PUBLIC_SANITY_API_HOST and the network.'
    const problem = `The content API at ${source.apiHost} did not deliver (${reasonOf(cause)}).`
    return new ContentError(problem, remedy, {isAway: true, cause})
  }

  /** The page's document is missing. */
  static missingPage(source: ContentSource, route: string): ContentError {
    return new ContentError(
      `The dataset "${source.dataset}" holds no page for ${route}.`,
      'Import the content with npm run seed, or restore the document in the Studio.',
      {isAway: false},
    )
  }
}

/** Returns whether an error says that the content API is away. By its name: Next bundles the class several times. */
export function isContentAway(error: unknown): boolean {
  return error instanceof Error && error.name === 'ContentError' && 'isAway' in error && error.isAway === true
}

/** The innermost cause: `fetch failed` alone says nothing. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return 'code' in error && typeof error.code === 'string' && !error.message ? error.code : error.message
}
