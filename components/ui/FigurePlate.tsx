import type {ReactNode} from 'react'
import styles from './FigurePlate.module.css'

interface FigurePlateProps {
  /** “图 1”, “Fig. 1”. */
  number: string
  caption: string
  /** For illustrative drawings. */
  note?: string | undefined
  /** False for a drawing with a frame of its own. */
  framed?: boolean
  children: ReactNode
}

/** A numbered figure with caption on a gridded background. */
export function FigurePlate({number, caption, note, framed = true, children}: FigurePlateProps) {
  return (
    <figure className={styles.figure}>
      <div className={framed ? styles.plate : undefined} data-sample={note && ''}>
        {children}
      </div>
      <figcaption className={styles.caption}>
        <b>{number}</b> <span>{caption}</span> {note && <small>{note}</small>}
      </figcaption>
    </figure>
  )
}
