import type {
  AssetSourceUploadEvent,
  AssetSourceUploader,
  AssetSourceUploadFile,
  AssetSourceUploadSubscriber,
} from 'sanity'
import sharp from 'sharp'
import {expect, it} from 'vitest'
import {ValidatingUploader} from './pictureSources.ts'
import {runningUploads} from './UploadProblems.tsx'

/** Like Sanity's uploader, which clears its files before it emits the error. */
class FakeUploader implements AssetSourceUploader {
  readonly taken: string[] = []
  readonly subscribers = new Set<AssetSourceUploadSubscriber>()
  files: AssetSourceUploadFile[] = []

  upload(files: File[]): AssetSourceUploadFile[] {
    this.taken.push(...files.map(({name}) => name))
    this.files = files.map((file) => ({id: file.name, file, progress: 0, status: 'uploading'}))
    return this.files
  }
  end(status: 'complete' | 'error', error?: Error): void {
    const files = this.files
    for (const file of files) {
      Object.assign(file, {status, error})
      this.emit({type: 'status', file, status})
    }
    this.emit({type: 'all-complete', files})
    this.files = []
    if (error) this.emit({type: 'error', files: this.files})
  }
  emit(event: AssetSourceUploadEvent): void {
    for (const subscriber of this.subscribers) subscriber(event)
  }
  subscribe(subscriber: AssetSourceUploadSubscriber): () => void {
    this.subscribers.add(subscriber)
    return () => this.subscribers.delete(subscriber)
  }
  abort(): void {}
  getFiles(): AssetSourceUploadFile[] {
    return this.files
  }
  updateFile(): void {}
  reset(): void {}
}

function open() {
  const inner = new FakeUploader()
  const uploader = new ValidatingUploader(inner)
  const heard: string[] = []
  const {promise: over, resolve} = Promise.withResolvers<void>()
  uploader.subscribe(({type}) => {
    heard.push(type)
    if (type === 'all-complete') resolve()
  })
  return {inner, uploader, heard, over}
}

const picture = async (name: string) => {
  const bytes = await sharp({create: {width: 6, height: 4, channels: 3, background: '#246'}})
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name)
}

it.each(['complete', 'error'] as const)(
  'an upload is under way, for a tab that is to be closed, until it has ended: %s',
  async (end) => {
    const {inner, uploader, over} = open()
    uploader.upload([await picture('b.png')])
    expect([...runningUploads]).toEqual([uploader])
    await expect.poll(() => inner.taken).toEqual(['b.png'])
    expect([...runningUploads]).toEqual([uploader])
    inner.end(end)
    await over
    expect([...runningUploads]).toEqual([])
  },
)

it('once one of several files has failed, the others are still under way', async () => {
  const {inner, uploader, over} = open()
  uploader.upload([await picture('a.png'), await picture('b.png')])
  await expect.poll(() => inner.taken).toEqual(['a.png', 'b.png'])
  const failed = inner.files.slice(0, 1).map((file) => Object.assign(file, {error: new Error('400')}))
  inner.emit({type: 'error', files: failed})
  expect([...runningUploads]).toEqual([uploader])
  inner.end('complete')
  await over
  expect([...runningUploads]).toEqual([])
})

it('an upload that is given up, or whose file is refused, is under way no more', async () => {
  const [aborted, refused] = [open(), open()]
  aborted.uploader.upload([await picture('b.png')])
  aborted.uploader.abort()
  refused.uploader.upload([new File(['<svg/>'], 'a.svg')])
  await refused.over
  expect([...runningUploads]).toEqual([])
})

it('an invalid file is not sent, and the upload completes', async () => {
  const {inner, uploader, heard, over} = open()
  uploader.upload([new File(['<svg/>'], 'a.svg')])
  await over
  expect([inner.taken, heard]).toEqual([[], ['all-complete']])
})

it('valid files are sent, whatever the others are', async () => {
  const {inner, uploader, over} = open()
  const sent = new Promise<void>((resolve) => {
    const upload = inner.upload.bind(inner)
    inner.upload = (files) => {
      resolve()
      return upload(files)
    }
  })
  uploader.upload([new File(['<svg/>'], 'a.svg'), await picture('b.png')])
  await sent
  inner.end('complete')
  await over
  expect(inner.taken).toEqual(['b.png'])
})

it('Sanity gets no error event, only the completion', async () => {
  const {inner, uploader, heard, over} = open()
  uploader.upload([await picture('b.png')])
  await expect.poll(() => inner.taken).toEqual(['b.png'])
  inner.end('error', Object.assign(new Error('400'), {response: {statusCode: 400, body: {reason: 'damagedImage'}}}))
  await over
  expect(heard).toEqual(['status', 'all-complete'])
})

it('a file that is aborted during the check is not sent', async () => {
  const {inner, uploader, over} = open()
  uploader.upload([await picture('b.png')])
  uploader.abort()
  await over
  expect(inner.taken).toEqual([])
})
