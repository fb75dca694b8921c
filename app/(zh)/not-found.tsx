import {HiddenView} from '@/components/ErrorView'

export default function NotFound() {
  return <HiddenView locale="zh" />
}
