import type {AssetSource, AssetSourceUploader, AssetSourceUploadFile, AssetSourceUploadSubscriber} from 'sanity'
import {problemOfError} from './explainUpload.ts'
import {problemOf} from './pictureFile.ts'
import {reportProblem} from './UploadProblems.tsx'

type UploaderClass = new () => AssetSourceUploader

/** Where pictures come from, as Sanity has it, with uploads that are checked before they are sent and say why they fail. */
export function pictureSources(sources: AssetSource[]): AssetSource[] {
  return sources.map((source) => (source.Uploader ? {...source, Uploader: explaining(source.Uploader)} : source))
}

function explaining(Uploader: UploaderClass): UploaderClass {
  return class extends ExplainingUploader {
    constructor() {
      super(new Uploader())
    }
  }
}

/**
 * Sanity's uploader, with a check in front. Sanity's own message for all failures is that the console knows more: errors
 * are shown here instead, and it hears only that the upload is over.
 */
export class ExplainingUploader implements AssetSourceUploader {
  readonly #inner: AssetSourceUploader
  readonly #subscribers = new Set<AssetSourceUploadSubscriber>()
  readonly #reported = new Set<string>()
  #checking: AssetSourceUploadFile[] = []

  constructor(inner: AssetSourceUploader) {
    this.#inner = inner
    inner.subscribe((event) => {
      // Some sources name the failed file in the one, some in the other.
      if (event.type === 'status' && event.status === 'error') this.#report(event.file)
      if (event.type === 'error') for (const file of event.files) this.#report(file)
      else this.#emit(event)
    })
  }

  upload(files: File[], options?: Parameters<AssetSourceUploader['upload']>[1]): AssetSourceUploadFile[] {
    const checking = files.map(
      (file): AssetSourceUploadFile => ({id: crypto.randomUUID(), file, progress: 0, status: 'pending'}),
    )
    this.#checking.push(...checking)
    void this.#check(checking, options)
    return checking
  }

  abort(file?: AssetSourceUploadFile): void {
    for (const checked of this.#checking) if (!file || checked.id === file.id) checked.status = 'aborted'
    this.#inner.abort(file)
  }

  getFiles(): AssetSourceUploadFile[] {
    return [...this.#checking, ...this.#inner.getFiles()]
  }

  subscribe(subscriber: AssetSourceUploadSubscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => {
      this.#subscribers.delete(subscriber)
    }
  }

  updateFile(...args: Parameters<AssetSourceUploader['updateFile']>): void {
    this.#inner.updateFile(...args)
  }

  reset(): void {
    this.#checking = []
    this.#inner.reset()
  }

  async #check(
    checking: AssetSourceUploadFile[],
    options?: Parameters<AssetSourceUploader['upload']>[1],
  ): Promise<void> {
    for (const checked of checking) {
      // A file that cannot even be read is the lake's to judge.
      const problem = await problemOf(checked.file).catch(() => undefined)
      if (!problem) continue
      checked.status = 'error'
      reportProblem({name: checked.file.name, problem})
    }
    this.#checking = this.#checking.filter((checked) => !checking.includes(checked))
    const taken = checking.filter(({status}) => status === 'pending').map(({file}) => file)
    if (taken.length > 0) this.#inner.upload(taken, options)
    else this.#emit({type: 'all-complete', files: checking})
  }

  #report({id, file, error}: AssetSourceUploadFile): void {
    if (this.#reported.has(id)) return
    this.#reported.add(id)
    reportProblem({name: file.name, problem: problemOfError(error)})
  }

  #emit(event: Parameters<AssetSourceUploadSubscriber>[0]): void {
    for (const subscriber of this.#subscribers) subscriber(event)
  }
}
