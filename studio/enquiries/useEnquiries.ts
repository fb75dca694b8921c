import {useCallback, useEffect, useState} from 'react'
import type {Enquiry, EnquiryFilter, EnquiryPage} from '../../enquiries/enquiry.ts'
import type {EnquiriesApi} from './enquiriesApi.ts'

interface Shown {
  page?: EnquiryPage | undefined
  error?: unknown
  loading: boolean
}

/** The enquiries that a filter lets through, renewed when the filter changes, when asked to, and when the tab is looked at again. */
export function useEnquiries(api: EnquiriesApi, {status, text}: EnquiryFilter) {
  const [shown, setShown] = useState<Shown>({loading: true})
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((number) => number + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    let isCurrent = true
    setShown(({page}) => ({page, loading: true}))
    // What is typed settles first.
    const timer = setTimeout(
      () =>
        api.search({status, text}).then(
          (page) => isCurrent && setShown({page, loading: false}),
          (error: unknown) => isCurrent && setShown({error, loading: false}),
        ),
      text ? 250 : 0,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [api, status, text, round])

  useEffect(() => {
    const lookAgain = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', lookAgain)
    return () => document.removeEventListener('visibilitychange', lookAgain)
  }, [reload])

  const more = async () => {
    const last = shown.page?.enquiries.at(-1)
    if (!last) return
    const next = await api.search({status, text, before: {createdAt: last.createdAt, id: last.id}})
    setShown(({page}) => ({
      page: {...next, enquiries: [...(page?.enquiries ?? []), ...next.enquiries]},
      loading: false,
    }))
  }

  /** Puts a changed enquiry in its place without asking for the list. */
  const replace = (enquiry: Enquiry) =>
    setShown(({page, ...others}) => ({
      ...others,
      page: page && {...page, enquiries: page.enquiries.map((one) => (one.id === enquiry.id ? enquiry : one))},
    }))

  return {...shown, reload, more, replace}
}
