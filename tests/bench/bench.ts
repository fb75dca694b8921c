import type {TestNginx} from '../support/startNginx.ts'
import type {Floors} from './floors.ts'
import type {Row} from './rows.ts'

/** The product that all parts measure. */
export interface Bench {
  /** The site's own server, and the same behind nginx. */
  siteUrl: string
  nginx: TestNginx
  /** nginx as browsers see it, over HTTP/2. */
  browserUrl: string
  floors: Floors
  options: {minutes: number; runs: number; all: boolean}
}

/** Measures one thing and returns its lines of the table. */
export type Part = (bench: Bench) => Promise<Row[]>
