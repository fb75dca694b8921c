import {useEffect, useState} from 'react'

const minute = 60_000

/** Returns the time, again each minute: a form that stays open overnight sees what has expired. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}
