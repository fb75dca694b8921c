import type {ReactNode} from 'react'

interface PhoneOrDeskProps<Value> {
  phone: Value
  desk: Value
  children: (value: Value) => ReactNode
}

/** A part of a picture for a phone and for a desk: drawn twice where the two differ, and CSS shows one of them. */
export function PhoneOrDesk<Value>({phone, desk, children}: PhoneOrDeskProps<Value>) {
  if (phone === desk) return children(phone)
  return (
    <>
      <g data-on="phone">{children(phone)}</g>
      <g data-on="desk">{children(desk)}</g>
    </>
  )
}
