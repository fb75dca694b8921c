'use client'

import {ErrorView} from '@/components/ErrorView'

export default function PageError({error, retry}: {error: unknown; retry: () => void}) {
  return <ErrorView locale="zh" error={error} retry={retry} />
}
