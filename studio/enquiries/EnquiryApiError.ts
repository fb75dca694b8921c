/**
 * The site's server refused; `status` says why, 0 that it could not be reached. `noTicket`: the lake does not vouch for
 * whoever is at this Studio.
 */
export class EnquiryApiError extends Error {
  readonly status: number | 'noTicket'

  constructor(status: number | 'noTicket') {
    super(`Enquiries: ${status}`)
    this.status = status
  }
}
