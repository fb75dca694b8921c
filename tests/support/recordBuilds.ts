import {siteBuild} from '../../scripts/product/buildSite.ts'
import {studioBuild} from '../../scripts/product/buildStudio.ts'
import {recordBuild} from '../../scripts/product/builds.ts'
import {prepare} from '../../scripts/product/prepare.ts'

// A process of its own, as the folders of the builds are read from the environment once; see `copyProduct`.
const {publicVariables} = prepare()
recordBuild(siteBuild(publicVariables))
recordBuild(studioBuild(publicVariables))
