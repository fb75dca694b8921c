'use client'

import {ErrorView} from '@/components/ErrorView'

export default function PageError({error, retry}: {error: unknown; retry: () => void}) {
  return <ErrorView locale="en" error={error} retry={retry} />
}
