import {ContentPage, pageMetadata} from '@/app/_site/ContentPage'
import {EnquiryFields} from '@/components/blocks/enquiryForm/EnquiryFields'

export const revalidate = 3600

export function generateMetadata() {
  return pageMetadata('zh', '/contact')
}

export default function Page() {
  return <ContentPage locale="zh" route="/contact" parts={{enquiryForm: EnquiryFields}} />
}
