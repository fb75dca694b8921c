/** A supervisor whose one worker serves one connection. Sends the worker's port to its parent. */
import cluster from 'node:cluster'
import {createSiteServer} from '../../server/http/siteServer.ts'
import {listen} from './listen.ts'

if (cluster.isPrimary) {
  const worker = cluster.fork()
  worker.on('message', (port: number) => process.send?.(port))
  process.once('disconnect', () => process.exit())
} else {
  process.send?.(await listen(createSiteServer((_, response) => response.end('done'), {connections: 1})))
}
