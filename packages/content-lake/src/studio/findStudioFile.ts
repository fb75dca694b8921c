import {stat} from 'node:fs/promises'
import {join, normalize, sep} from 'node:path'

export interface StudioFile {
  path: string
  size: number
  etag: string
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

/** The file that a URL path names inside a built Studio; never one outside it, nor a hidden one. */
export async function findStudioFile(studioDir: string, pathname: string): Promise<StudioFile | undefined> {
  const decoded = decode(pathname)
  if (!decoded || /\0|\\|(^|\/)\./.test(decoded)) return undefined
  const root = normalize(studioDir + sep)
  const path = join(root, decoded)
  if (!path.startsWith(root)) return undefined
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  return {path, size: stats.size, etag: `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`}
}
