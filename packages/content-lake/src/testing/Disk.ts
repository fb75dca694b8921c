import {mkdirSync, writeFileSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import type {SystemCall} from './traceLake.ts'

/** Decides about one thing that was not synced. Returns an integer from 0 up to and including `max`. */
export type PickUpTo = (max: number) => number

const SECTOR = 512

/** A change of a file that was not synced yet. */
type Change = {at: number; bytes: Buffer} | {size: number}

/** A file or a folder, whatever names it has. */
interface Node {
  /** Undefined for folders. */
  content: {synced: Buffer; changes: Change[]; size: number} | undefined
}

type Renaming = {name: string; node: Node | undefined}

interface Folder {
  synced: Map<string, Node>
  changes: Renaming[][]
}

/**
 * The files below a folder as POSIX promises them: after a power cut there is what was synced, and of everything since
 * any part may be there or not. Of a file's writes each sector by itself, whatever their order; names of a folder in the order in
 * which they were given, as journals keep them. A new name is safe once its folder was synced (fsync(2)).
 */
export class Disk {
  readonly #root: string
  /** By path as processes see them. */
  readonly #nodes = new Map<string, Node>()
  readonly #folders = new Map<Node, Folder>()

  constructor(root: string) {
    this.#root = root
    this.#add(root, {content: undefined})
  }

  #add(path: string, node: Node): void {
    this.#nodes.set(path, node)
    if (!node.content) this.#folders.set(node, {synced: new Map(), changes: []})
  }

  #folderOf(path: string): Folder | undefined {
    const node = this.#nodes.get(dirname(path))
    return node && this.#folders.get(node)
  }

  apply(call: SystemCall): void {
    if (!`${call.path}/`.startsWith(`${this.#root}/`)) return
    const {path} = call
    const node = this.#nodes.get(path)
    switch (call.name) {
      case 'make':
        if (!node)
          this.#name(path, {content: call.isFolder ? undefined : {synced: Buffer.alloc(0), changes: [], size: 0}})
        else if (call.truncates) this.#change(node, {size: 0})
        break
      case 'write':
        this.#change(node, {at: call.at ?? node?.content?.size ?? 0, bytes: call.bytes})
        break
      case 'truncate':
        this.#change(node, {size: call.size})
        break
      case 'sync':
        if (node) this.#sync(node)
        break
      case 'unlink':
        this.#nodes.delete(path)
        this.#folderOf(path)?.changes.push([{name: basename(path), node: undefined}])
        break
      case 'rename':
        this.#rename(path, call.to)
        break
    }
  }

  #name(path: string, node: Node): void {
    this.#add(path, node)
    this.#folderOf(path)?.changes.push([{name: basename(path), node}])
  }

  #rename(from: string, to: string): void {
    const node = this.#nodes.get(from)
    if (!node) return
    if (dirname(from) !== dirname(to)) throw new Error(`Renamed to another folder: ${from} to ${to}`)
    this.#nodes.delete(from)
    this.#nodes.set(to, node)
    this.#folderOf(to)?.changes.push([
      {name: basename(from), node: undefined},
      {name: basename(to), node},
    ])
  }

  #change(node: Node | undefined, change: Change): void {
    if (!node?.content) return
    node.content.changes.push(change)
    node.content.size = 'size' in change ? change.size : Math.max(node.content.size, change.at + change.bytes.length)
  }

  #sync(node: Node): void {
    const {content} = node
    if (content) {
      content.synced = changed(content.synced, content.changes)
      content.changes = []
      return
    }
    const folder = this.#folders.get(node)
    if (!folder) return
    for (const change of folder.changes) rename(folder.synced, change)
    folder.changes = []
  }

  /** Writes what a power cut now may leave into an empty folder. */
  cutPower(into: string, pickUpTo: PickUpTo): void {
    const root = this.#nodes.get(this.#root)
    if (root) this.#write(root, into, pickUpTo)
  }

  #write(node: Node, path: string, pickUpTo: PickUpTo): void {
    if (node.content) {
      const {synced, changes} = node.content
      writeFileSync(
        path,
        changed(
          synced,
          changes.flatMap((change) => surviving(change, pickUpTo)),
        ),
      )
      return
    }
    const folder = this.#folders.get(node)
    if (!folder) return
    mkdirSync(path, {recursive: true})
    const names = new Map(folder.synced)
    for (const change of folder.changes.slice(0, pickUpTo(folder.changes.length))) rename(names, change)
    for (const [name, child] of names) this.#write(child, join(path, name), pickUpTo)
  }
}

function rename(names: Map<string, Node>, change: Renaming[]): void {
  for (const {name, node} of change) {
    if (node) names.set(name, node)
    else names.delete(name)
  }
}

/** Applies changes in order; what a file is extended by is zeros. */
function changed(bytes: Buffer, changes: readonly Change[]): Buffer {
  let size = bytes.length
  const result = Buffer.alloc(
    Math.max(size, ...changes.map((change) => ('size' in change ? change.size : change.at + change.bytes.length))),
  )
  bytes.copy(result)
  for (const change of changes) {
    if ('size' in change) {
      result.fill(0, Math.min(size, change.size))
      size = change.size
    } else {
      change.bytes.copy(result, change.at)
      size = Math.max(size, change.at + change.bytes.length)
    }
  }
  return result.subarray(0, size)
}

/** All of a change, nothing, or some sectors of it. */
function surviving(change: Change, pickUpTo: PickUpTo): Change[] {
  const fate = pickUpTo(3)
  if (fate === 0) return []
  if (fate < 3 || 'size' in change) return [change]
  const sectors: Change[] = []
  for (let from = 0; from < change.bytes.length; ) {
    const to = Math.min(change.bytes.length, from + SECTOR - ((change.at + from) % SECTOR))
    if (pickUpTo(1) === 1) sectors.push({at: change.at + from, bytes: change.bytes.subarray(from, to)})
    from = to
  }
  return sectors
}
