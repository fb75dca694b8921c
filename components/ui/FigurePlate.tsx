import type {ReactNode} from 'react'
import styles from './FigurePlate.module.css'

interface FigurePlateProps {
  /** “图 1”, “Fig. 1”. */
  number: string
  caption: string
  /** A drawing that shows no real screen or object says so. */
  note?: string | undefined
  children: ReactNode
}

/** A numbered figure on a gridded plate with registration marks, as in an engineering record. */
export function FigurePlate({number, caption, note, children}: FigurePlateProps) {
  return (
    <figure className={styles.figure}>
      <div className={styles.plate}>{children}</div>
      <figcaption className={styles.caption}>
        <b>{number}</b> <span>{caption}</span> {note && <small>{note}</small>}
      </figcaption>
    </figure>
  )
}
