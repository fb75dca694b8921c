export {multiplexFetch} from './multiplexFetch.ts'
