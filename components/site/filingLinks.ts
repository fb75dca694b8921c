import {stegaClean} from '@sanity/client/stega'

/** Where the ministry wants a site's ICP number to lead. */
export const ministryFilingLink = 'https://beian.miit.gov.cn/'

/** Where the public security authority wants its number to lead: the entry of that number. */
export function policeFilingLink(number: string): string {
  const code = stegaClean(number).replaceAll(/\D/g, '')
  return code ? `https://beian.mps.gov.cn/#/query/webSearch?code=${code}` : 'https://beian.mps.gov.cn/'
}
