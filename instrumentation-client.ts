// Puts the error page into the first chunk: it must be there when another chunk fails to load. Otherwise it would be in
// three chunks.
import './components/ErrorView'
import {trackIdle} from './browser/prefetch'

trackIdle()
