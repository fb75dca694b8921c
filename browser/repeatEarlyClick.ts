import {isPresentationFocus} from '@/lib/previewMessages'
import {isPlainClick} from './links'

/** Milliseconds between two attempts, and until none is made any more: whoever clicked looks elsewhere by then. */
const pause = 200
const patience = 15_000

/** A click on these does something without the Studio. */
const actsByItself = 'a, button, input, label, select, summary, textarea'

/**
 * Repeats a click in the Studio's preview until Presentation says which field has the focus: a page is shown before clicks
 * on its texts lead anywhere, by seconds on a busy machine. Ends with the first answer. Returns a cleanup function.
 */
export function repeatEarlyClick(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let isRepeating = false
  const stop = () => clearInterval(timer)
  const keep = (event: MouseEvent) => {
    if (isRepeating) return
    stop()
    const {target, clientX, clientY} = event
    if (!(target instanceof Element) || !isPlainClick(event) || target.closest(actsByItself)) return
    const end = performance.now() + patience
    timer = setInterval(() => {
      if (performance.now() > end) return stop()
      const clicked = target.isConnected ? target : document.elementFromPoint(clientX, clientY)
      isRepeating = true
      // Visual editing takes clicks only where it has seen the pointer.
      for (const type of ['mousemove', 'click'])
        clicked?.dispatchEvent(new MouseEvent(type, {bubbles: true, cancelable: true, clientX, clientY}))
      isRepeating = false
    }, pause)
  }
  const end = () => {
    stop()
    removeEventListener('click', keep, true)
    removeEventListener('blur', stop)
    removeEventListener('message', listen)
  }
  const listen = ({source, data}: MessageEvent) => {
    if (source === parent && isPresentationFocus(data)) end()
  }
  addEventListener('click', keep, true)
  addEventListener('blur', stop)
  addEventListener('message', listen)
  return end
}
