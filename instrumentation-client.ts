// In the first chunk: the error page must be there when another chunk fails to load, and would be in three chunks otherwise.
import './components/ErrorView'
import {trackIdle} from './browser/prefetch'

trackIdle()
