import {LakeError} from '../../http/errors.ts'

export interface QueueLimits {
  /** How many run at a time. */
  running: number
  /** How many may wait. */
  waiting: number
}

/** Lets only so many images be drawn at a time: each may take hundreds of megabytes. */
export class RenderQueue {
  readonly #limits: QueueLimits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Throws 503 when too many wait already. */
  async run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limits.running) await this.#turn()
    else this.#running += 1
    try {
      return await job()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) throw tooManyImages()
    const {promise, resolve} = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    return promise
  }
}

function tooManyImages(): LakeError {
  const message = 'Too many images are being drawn; try again in a few seconds'
  return new LakeError(503, {statusCode: 503, error: 'Service Unavailable', message}, message)
}
