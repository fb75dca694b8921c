import {createRoot} from 'react-dom/client'
import {Walkthrough, type WalkthroughProps} from './Walkthrough'

/** Renders the walkthrough within `holder`. `update` renders it with other props. */
export function mountWalkthrough({holder, ...given}: WalkthroughProps & {holder: Element}) {
  const root = createRoot(holder)
  let props: WalkthroughProps = given
  root.render(<Walkthrough {...props} />)
  return {
    update(changed: Partial<WalkthroughProps>): void {
      props = {...props, ...changed}
      root.render(<Walkthrough {...props} />)
    },
    unmount: () => root.unmount(),
  }
}
