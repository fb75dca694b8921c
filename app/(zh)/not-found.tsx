import {HiddenView} from '@/components/HiddenView'

export default function NotFound() {
  return <HiddenView locale="zh" />
}
