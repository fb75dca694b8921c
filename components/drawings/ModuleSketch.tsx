import styles from './drawings.module.css'
import type {Sketch} from './moduleSketches'

/** A small drawing of what a page is about. Decorative: the title beside it says it. */
export function ModuleSketch({sketch}: {sketch: Sketch}) {
  return (
    <svg className={styles.drawing} viewBox="0 0 160 104" aria-hidden="true">
      {sketch.faint && <path className={styles.faint} d={sketch.faint} />}
      {sketch.ink && <path d={sketch.ink} />}
      <path className={`${styles.hue} ${styles.trace}`} d={sketch.hue} />
    </svg>
  )
}
