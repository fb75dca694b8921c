import {Fragment} from 'react'
import {PhoneOrDesk} from '@/components/drawings/PhoneOrDesk'
import {across} from '@/components/drawings/Picture'
import {Cell} from './Cell'
import type {RowsLayout} from './layoutRows'
import {RowGroup} from './RowGroup'

/** A form: the name of each field, and what has been entered on its line. A field with a state is marked. */
export function Fields({layout}: {layout: RowsLayout}) {
  return layout.rows.map((row) => {
    const {key, height, deskHeight, tone, cells} = row
    const [name, ...values] = cells
    return (
      <RowGroup key={key} row={row}>
        {name && <Cell cell={name} part="label" />}
        {values.map((value) => (
          <Fragment key={value.x}>
            <Cell cell={value} tone={tone} />
            <PhoneOrDesk phone={height / 2 - 3} desk={deskHeight / 2 - 3}>
              {(y) => <line x1={across(value.x)} x2="100%" y1={y} y2={y} />}
            </PhoneOrDesk>
          </Fragment>
        ))}
      </RowGroup>
    )
  })
}
