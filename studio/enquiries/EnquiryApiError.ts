/** The site's server refused; `status` says why, 0 that it could not be reached. */
export class EnquiryApiError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`Enquiries: ${status}`)
    this.status = status
  }
}
