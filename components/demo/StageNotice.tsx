import {NoticeFrame} from './NoticeFrame'
import styles from './Stage.module.css'
import type {StageWords} from './stageWords'
import {useOnline} from './useOnline'
import {fill} from './walk'

interface StageNoticeProps {
  words: StageWords
  loaded: boolean
  /** The link led to a scenario that is not there any more. */
  gone: boolean
  pending: boolean
  error: unknown
  timestamp: number | undefined
  retry: () => void
}

/** What there is to say of the scenario's coming: on its way, not here, or kept from earlier. */
export function StageNotice({words, loaded, gone, pending, error, timestamp, retry}: StageNoticeProps) {
  const online = useOnline()
  const kept = loaded && !online && timestamp !== undefined
  return (
    <NoticeFrame loaded={loaded}>
      {gone && <p>{words.gone}</p>}
      {!loaded && pending && <p>{words.loading}</p>}
      {!loaded && !pending && error !== undefined && (
        <p>
          {online ? words.failed : words.failedOffline}{' '}
          <button type="button" className={styles.plain} onClick={retry}>
            {words.retry}
          </button>
        </p>
      )}
      {kept && <p>{fill(words.kept, {time: timeOf(timestamp)})}</p>}
    </NoticeFrame>
  )
}

/** Hours and minutes, as the visitor's clock has them: `09:05`. */
function timeOf(timestamp: number): string {
  const date = new Date(timestamp)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
