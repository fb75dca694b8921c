import type {z} from 'zod'

/**
 * Validates environment variables. An empty or blank one counts as not set, as shells and `.env` files leave them.
 *
 * @throws an error with a line for each wrong variable: its name and the remedy.
 */
export function readVariables<Shape extends z.ZodType>(
  shape: Shape,
  env: Record<string, string | undefined>,
): z.output<Shape> {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const result = shape.safeParse(filled)
  if (result.success) return result.data
  const problems = result.error.issues.map(
    ({path, message}) => `${path.join('.')} ${message}. Correct it in the environment or in .env.local, or unset it.`,
  )
  throw new Error(problems.join('\n'))
}
