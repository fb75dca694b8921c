import type {CSSProperties, ReactNode} from 'react'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import styles from './Screen.module.css'
import {canBeChosen, cardColumnsOf, isFreeSpace, type ScreenEntry} from './screenEntries'

interface BodyProps {
  /** Unique on the page: name of the radio buttons, prefix of their ids. */
  name: string
  columns: readonly string[]
  entries: readonly ScreenEntry[]
}

/** A screen's content, by kind. */
export function ScreenBody({kind, ...body}: BodyProps & {kind: ScreenBlock['kind']}) {
  switch (kind) {
    case 'table':
      return <Table {...body} />
    case 'form':
      return <Form {...body} />
    case 'chart':
      return <Bars {...body} />
    case 'spaces':
      return <Spaces {...body} />
    case 'schedule':
      return <Schedule {...body} />
    case 'board':
      return <Board {...body} />
    case 'calendar':
      return <Board {...body} daysOfWeek={body.columns.length % 7 === 0 ? 7 : 5} />
    case 'trace':
      return <Trace {...body} />
    case 'certificate':
      return <Certificate {...body} />
  }
}

/** On a phone, if all rows open, only the first, second and last columns; the others are among the open row's details. */
function Table({name, columns, entries}: BodyProps) {
  const between = columns.slice(2, -1)
  const rows = entries.map((entry) => ({
    entry,
    narrow: entry.cells.slice(2, -1).map((value, index) => ({name: between[index], value})),
  }))
  return (
    <div className={styles.rows}>
      <table className={styles.table} data-folds={entries.every(canBeChosen) ? '' : undefined}>
        {columns.length > 0 && (
          <thead>
            <tr>
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may be equal in a draft
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.flatMap(({entry, narrow}) => [
            <tr key={entry.key} className={styles.item} {...filteredBy(entry, true)}>
              {entry.cells.map((cell, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their column
                  <Cell key={index} scope={index === 0 ? 'row' : undefined}>
                    {index === 0 ? (
                      <Choice name={name} entry={entry}>
                        {entry.cells.length === 1 && <Mark entry={entry} />}
                        {cell}
                      </Choice>
                    ) : (
                      <span className={styles.label}>
                        {index === entry.cells.length - 1 && <Mark entry={entry} />}
                        {cell}
                      </span>
                    )}
                  </Cell>
                )
              })}
            </tr>,
            canBeChosen(entry) && (
              <tr key={`${entry.key}-more`} className={styles.more} {...filteredBy(entry, true)}>
                <td colSpan={entry.cells.length}>
                  <Facts entry={entry} narrow={narrow} />
                </td>
              </tr>
            ),
            entry.controls && (
              <tr key={`${entry.key}-controls`}>
                <td colSpan={entry.cells.length} data-controls="">
                  {entry.controls}
                </td>
              </tr>
            ),
          ])}
        </tbody>
      </table>
    </div>
  )
}

function Form({name, entries}: BodyProps) {
  return (
    <dl className={styles.form}>
      {entries.map((entry) => (
        <div key={entry.key} className={styles.item} {...filteredBy(entry)}>
          <dt>{entry.cells[0]}</dt>
          <dd>
            <Choice name={name} entry={entry}>
              <Mark entry={entry} />
              {entry.cells.slice(1).join(' ')}
            </Choice>
          </dd>
          {canBeChosen(entry) && (
            <dd className={styles.more}>
              <Facts entry={entry} />
            </dd>
          )}
          {entry.controls && <dd data-controls="">{entry.controls}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** A bar for each entry and a tick where what it is compared with ends: proportions, no figures. */
function Bars({name, columns, entries}: BodyProps) {
  return (
    <>
      <ul className={styles.bars}>
        {entries.map((entry) => (
          <Item key={entry.key} name={name} entry={entry}>
            <span>{entry.cells[0]}</span>
            <small>{entry.cells[1]}</small>
            <i style={lengths({'--a': `${entry.amount ?? 0}%`, '--r': `${entry.reference ?? 0}%`})} />
          </Item>
        ))}
      </ul>
      <Key names={columns} other="tick" />
    </>
  )
}

/** A level for each entry, its spaces taken or free. */
function Spaces({name, columns, entries}: BodyProps) {
  return (
    <>
      <ul className={styles.spaces}>
        {entries.map((entry) => (
          <Item key={entry.key} name={name} entry={entry}>
            <small>{entry.cells[0]}</small>
            {entry.cells.slice(1).map((space, index) => {
              const isFree = isFreeSpace(space)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a space is its place
                <span key={index} data-tone={isFree ? 'waiting' : 'active'}>
                  {isFree ? '' : space}
                </span>
              )
            })}
          </Item>
        ))}
      </ul>
      <Key names={columns} other="waiting" />
    </>
  )
}

function Schedule({name, columns, entries}: BodyProps) {
  return (
    <ul className={styles.schedule} style={lengths({'--n': Math.max(columns.length, 1)})}>
      {columns.length > 0 && (
        <li className={styles.periods} aria-hidden="true">
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: periods may be nameless
            <small key={index}>{column}</small>
          ))}
        </li>
      )}
      {entries.map((entry) => (
        <Item key={entry.key} name={name} entry={entry} className={styles.periods}>
          <b>{entry.cells[0]}</b>
          <span>
            {entry.items.map(({_key, label, from, to, baselineFrom, baselineTo, tone}) => [
              baselineFrom && baselineTo && (
                <s key={`${_key}-baseline`} style={{gridColumn: `${baselineFrom} / ${baselineTo + 1}`}} />
              ),
              <span key={_key} data-tone={tone ?? 'active'} style={{gridColumn: `${from} / ${to + 1}`}}>
                {label}
              </span>,
            ])}
          </span>
        </Item>
      ))}
    </ul>
  )
}

/** Columns of cards, or the days of a calendar: a card names its column or day in its first cell. */
function Board({name, columns, entries, daysOfWeek}: BodyProps & {daysOfWeek?: number}) {
  return (
    <div
      className={daysOfWeek ? `${styles.board} ${styles.calendar}` : styles.board}
      style={daysOfWeek ? lengths({'--n': daysOfWeek}) : undefined}
    >
      {cardColumnsOf(columns, entries).map(({name: column, cards}, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns may be equal in a draft
        <div key={index}>
          <p>
            <b>{column}</b> {!daysOfWeek && <small>{cards.length}</small>}
          </p>
          <ul>
            {cards.map((entry) => (
              <Item key={entry.key} name={name} entry={entry}>
                <small>
                  <Mark entry={entry} />
                  {entry.cells[1]}
                </small>
                <span>{entry.cells[2]}</span>
                <small>{entry.cells.slice(3).join(' · ')}</small>
              </Item>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** A value followed back through its records, the value first. */
function Trace({name, entries}: BodyProps) {
  return (
    <ol className={styles.trace}>
      {entries.map((entry) => (
        <Item key={entry.key} name={name} entry={entry}>
          <small>{entry.cells[0]}</small>
          <b>{entry.cells[1]}</b>
          <span>{entry.cells.slice(2).join(' · ')}</span>
        </Item>
      ))}
    </ol>
  )
}

/** A certificate's statements and its projects: entries with a tone. */
function Certificate({name, columns, entries}: BodyProps) {
  return (
    <div className={styles.certificate}>
      <dl className={styles.facts}>
        {entries
          .filter(({tone}) => !tone)
          .map(({key, cells, controls}) => (
            <div key={key}>
              <dt>{cells[0]}</dt>
              <dd>{cells.slice(1).join(' ')}</dd>
              {controls && <dd data-controls="">{controls}</dd>}
            </div>
          ))}
      </dl>
      <Table name={name} columns={columns} entries={entries.filter(({tone}) => tone)} />
    </div>
  )
}

/** Passes lengths to CSS: of a bar and of what it is compared with, or the number of a schedule's periods. */
function lengths(values: CSSProperties & Partial<Record<'--a' | '--r' | '--n', string | number>>): CSSProperties {
  return values
}

interface ItemProps extends ChoiceProps {
  /** Class of the part with the entry's controls. */
  className?: string | undefined
}

/** A list item that opens its details. */
function Item({name, entry, className, children}: ItemProps) {
  return (
    <li className={styles.item} {...filteredBy(entry)}>
      <Choice name={name} entry={entry}>
        {children}
      </Choice>
      {canBeChosen(entry) && (
        <div className={styles.more}>
          <Facts entry={entry} />
        </div>
      )}
      {entry.controls && (
        <div className={className} data-controls="">
          {entry.controls}
        </div>
      )}
    </li>
  )
}

/** Filters hide rows and what has a tone, but never what holds the visitor's choices: the question is about it. */
function filteredBy({tone, controls}: ScreenEntry, isRow = false) {
  return {'data-tone': !controls && (tone || isRow) ? (tone ?? undefined) : 'waiting active ended'}
}

interface ChoiceProps {
  name: string
  entry: ScreenEntry
  children: ReactNode
}

/** The label of an entry's radio button, or only its text. */
function Choice({name, entry, children}: ChoiceProps) {
  if (!canBeChosen(entry)) return <span className={styles.label}>{children}</span>
  const id = `${name}-${entry.key}`
  return (
    <label className={styles.label} htmlFor={id}>
      <input type="radio" id={id} name={name} defaultChecked={entry.isOpen} />
      {children}
    </label>
  )
}

interface FactsProps {
  entry: ScreenEntry
  /** Values that only a narrow screen has among the details. */
  narrow?: ScreenEntry['facts']
}

function Facts({entry: {facts, note}, narrow = []}: FactsProps) {
  return (
    <>
      <dl className={styles.facts}>
        {narrow.map(({name, value}, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns may be equal in a draft
          <div key={index} data-narrow="">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {facts.map(({name, value}, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts may be equal in a draft
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note && <p className={styles.note}>{note}</p>}
    </>
  )
}

/** The entry's tone as a mark, told apart without colour. */
function Mark({entry: {tone}}: {entry: ScreenEntry}) {
  return tone ? <i className={styles.mark} data-tone={tone} /> : null
}

function Key({names: [filled, other], other: otherKind}: {names: readonly string[]; other: 'tick' | 'waiting'}) {
  if (!filled && !other) return null
  return (
    <p className={styles.key}>
      {filled && (
        <span>
          <i className={styles.mark} data-tone="active" />
          {filled}
        </span>
      )}
      {other && (
        <span>
          <i className={styles.mark} data-tone={otherKind} />
          {other}
        </span>
      )}
    </p>
  )
}
