/** The folder cannot be used; the message is one sentence for whoever started the lake. */
export class LakeOpenError extends Error {
  override readonly name = 'LakeOpenError'
}
