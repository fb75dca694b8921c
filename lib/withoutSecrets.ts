/**
 * Replaces what must not be shown, should a message hold it: the values of variables whose name says that they are
 * secret, and passwords and queries of addresses in any variable.
 */
export function withoutSecrets(text: string, env: Record<string, string | undefined>): string {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => [
    ...(/TOKEN|SECRET|PASSPHRASE|PASSWORD/.test(name) ? [value, value.trim()] : []),
    ...secretParts(value),
  ])
  return secrets
    .filter((secret) => secret.length >= 6)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
}

function secretParts(value: string): string[] {
  if (!/^\w+:\/\//.test(value) || !URL.canParse(value)) return []
  const {password, search, searchParams} = new URL(value)
  return [password, decoded(password), search.slice(1), ...searchParams.values()]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
