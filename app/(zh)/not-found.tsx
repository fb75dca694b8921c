import {HiddenPage} from '@/app/_site/HiddenPage'

export default function NotFound() {
  return <HiddenPage locale="zh" />
}
