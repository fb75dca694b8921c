/** Messages for uploads that bypass `ValidatingUploader`, such as pasting into a list. */
export default {
  'asset-sources.common.uploader.upload-failed.description':
    'Upload a JPEG, PNG, WebP or AVIF of up to 20 MB. If that does not help, tell an administrator.',
  'inputs.image.upload-error.description':
    'Upload a JPEG, PNG, WebP or AVIF of up to 20 MB. If that does not help, tell an administrator.',
}
