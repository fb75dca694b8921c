export {GET, OPTIONS} from '../forEditors'
