/** What Sanity says where an upload fails on a way that does not pass our own check, such as pasting into a list. */
export default {
  'asset-sources.common.uploader.upload-failed.description':
    'Upload a JPEG, PNG, WebP or AVIF of up to 20 MB. If that does not help, tell an administrator.',
  'inputs.image.upload-error.description':
    'Upload a JPEG, PNG, WebP or AVIF of up to 20 MB. If that does not help, tell an administrator.',
}
