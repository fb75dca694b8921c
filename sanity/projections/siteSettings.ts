import {documentFields} from './documentFields.ts'

export const siteSettingsProjection = /* groq */ `${documentFields}, siteName, tagline, organization, address, phone, mail, icpNumber, policeNumber,
  contactLabel, footerNote`
