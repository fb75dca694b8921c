import type {AssetSource, AssetSourceUploader, AssetSourceUploadFile, AssetSourceUploadSubscriber} from 'sanity'
import {PicturePicker} from '../pictures/PicturePicker.tsx'
import {problemOfUploadError} from './problemMessage.ts'
import {beginUpload, reportProblem, runningUploads} from './UploadProblems.tsx'
import {validatePicture} from './validatePicture.ts'

type UploaderClass = new () => AssetSourceUploader

/**
 * Wraps asset sources that upload: files are validated first, and failures are explained; pictures are chosen from the
 * library, which can be searched.
 */
export function pictureSources(sources: AssetSource[]): AssetSource[] {
  return sources.map((source) =>
    source.Uploader ? {...source, Uploader: withValidation(source.Uploader), component: PicturePicker} : source,
  )
}

function withValidation(Uploader: UploaderClass): UploaderClass {
  return class extends ValidatingUploader {
    constructor() {
      super(new Uploader())
    }
  }
}

/**
 * Validates files before Sanity's uploader. Shows errors itself and hides them from Sanity, whose only message is that the
 * console has details.
 */
export class ValidatingUploader implements AssetSourceUploader {
  readonly #inner: AssetSourceUploader
  readonly #subscribers = new Set<AssetSourceUploadSubscriber>()
  readonly #reported = new Set<string>()
  #checking: AssetSourceUploadFile[] = []
  #settleEarlier = () => {}

  constructor(inner: AssetSourceUploader) {
    this.#inner = inner
    inner.subscribe((event) => {
      // Sources report a failed file in one of two events.
      if (event.type === 'status' && event.status === 'error') this.#report(event.file)
      if (event.type === 'status' && event.status === 'complete') this.#settleEarlier()
      if (event.type === 'error') for (const file of event.files) this.#report(file)
      else this.#emit(event)
    })
  }

  upload(files: File[], options?: Parameters<AssetSourceUploader['upload']>[1]): AssetSourceUploadFile[] {
    const checking = files.map(
      (file): AssetSourceUploadFile => ({id: crypto.randomUUID(), file, progress: 0, status: 'pending'}),
    )
    this.#checking.push(...checking)
    this.#settleEarlier = beginUpload()
    runningUploads.add(this)
    void this.#check(checking, options)
    return checking
  }

  abort(file?: AssetSourceUploadFile): void {
    for (const checked of this.#checking) if (!file || checked.id === file.id) checked.status = 'aborted'
    this.#inner.abort(file)
    if (!file) runningUploads.delete(this)
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
      // An unreadable file is left to the lake.
      const problem = await validatePicture(checked.file).catch(() => undefined)
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
    reportProblem({name: file.name, problem: problemOfUploadError(error)})
  }

  #emit(event: Parameters<AssetSourceUploadSubscriber>[0]): void {
    if (event.type === 'all-complete') runningUploads.delete(this)
    for (const subscriber of this.#subscribers) subscriber(event)
  }
}
