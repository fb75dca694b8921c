import {ContentPage} from '@/app/_site/ContentPage'
import {pageMetadata} from '@/app/_site/pageMetadata'
import {EnquiryFields, EnquiryScript} from '@/components/blocks/enquiryForm/EnquiryFields'

export const revalidate = 3600

export function generateMetadata() {
  return pageMetadata('zh', '/contact')
}

export default function Page() {
  return <ContentPage locale="zh" route="/contact" parts={{enquiryForm: EnquiryFields}} Behaviour={EnquiryScript} />
}
