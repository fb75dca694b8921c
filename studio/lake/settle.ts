import {auditTime, connect, debounceTime, distinctUntilChanged, type MonoTypeOperatorFunction, merge} from 'rxjs'

/**
 * Debounces, but for at most five times as long: as long as somebody writes, changes come without a pause, and with several
 * people that is all day.
 */
export function settle<Value>(pause: number): MonoTypeOperatorFunction<Value> {
  return (values) =>
    values.pipe(
      connect((shared) => merge(shared.pipe(debounceTime(pause)), shared.pipe(auditTime(5 * pause)))),
      // The last one is in both.
      distinctUntilChanged(),
    )
}
