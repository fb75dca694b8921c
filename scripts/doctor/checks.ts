/** All checks of `npm run doctor`, in the order of its output. */

import {messageOf} from '../../lib/messageOf.ts'
import {withBasePath} from '../../lib/urls.ts'
import {readBackupKeys} from '../backup/backupKeys.ts'
import {envFileHints} from '../product/envFile.ts'
import {dataDir, root} from '../product/paths.ts'
import {metricsPortsOf, readSettings} from '../product/prepare.ts'
import {type Check, type Finding, fail, ok, runCheck, warn} from './checkResult.ts'
import {checkCollector, checkDatabase, checkMail, checkProxy, checkRedis, checkWebhook} from './connections.ts'
import {checkContent, checkLake, checkTokens} from './contentApi.ts'
import {checkBackup, checkDisk, checkFolders, checkModes, checkOpenFiles, checkRestore} from './folders.ts'
import {checkPort, startedProcesses} from './ports.ts'
import {checkBuilds, checkNode, checkPackages} from './versions.ts'

/** Runs all checks. Those that need a setting that is wrong are left out: its own line says so. */
export async function runChecks(): Promise<Finding[]> {
  const {source, site, ports, enquiries, publicVariables, problems} = readSettings({serves: 'start'})
  const embedded = source?.embedded ?? true
  const [sitePid] = startedProcesses('site')
  const running = sitePid !== undefined

  const waiting: Check[] = [
    ...(site
      ? [port({name: 'site', port: site.port, variable: 'PORT', health: site.selfOrigin + withBasePath('/api/health')})]
      : []),
    ...(ports && embedded
      ? [
          port({
            name: 'lake',
            port: ports.lakePort,
            variable: 'LAKE_PORT',
            health: `http://127.0.0.1:${ports.lakePort}/health`,
          }),
        ]
      : []),
    ...(ports ? metricsChecks(ports, {embedded}) : []),
    ...(source
      ? [{name: 'Content', run: () => checkContent(source, {running, env: process.env, lakePort: ports?.lakePort})}]
      : []),
    ...(site
      ? [
          {name: 'Redis', run: () => checkRedis(site.redisUrl)},
          {name: 'The proxy', run: () => checkProxy(site.proxyUrl)},
        ]
      : []),
    ...(enquiries
      ? [
          {name: 'The database', run: () => checkDatabase(enquiries.place)},
          {name: 'Mail', run: () => checkMail(enquiries.mail)},
          {name: 'The webhook', run: () => checkWebhook(enquiries.webhook)},
        ]
      : []),
    ...(site ? [{name: 'Traces', run: () => checkCollector(site.traces?.endpoint)}] : []),
  ]
  const local: Check[] = [
    {name: 'Node', run: () => checkNode(root)},
    {name: 'Packages', run: () => checkPackages(root)},
    {name: 'Settings', run: () => checkSettings(problems)},
    {name: 'Folders', run: () => checkFolders({embedded})},
    {name: 'Permissions', run: () => checkModes(process.env)},
    {name: 'Disk', run: () => checkDisk({embedded})},
    {name: 'Restore', run: () => checkRestore()},
    {name: 'Backup', run: () => checkBackup(dataDir)},
    {name: 'Open files', run: () => checkOpenFiles(sitePid)},
    {name: 'Builds', run: () => checkBuilds(publicVariables, {studio: embedded})},
    ...(embedded ? [{name: 'The lake', run: () => checkLake()}] : []),
    ...(source ? [{name: 'Tokens', run: () => checkTokens(source, process.env)}] : []),
  ]
  const answers = await Promise.all(waiting.map((check) => runCheck(check)))
  // Afterwards: reading files would hold up what waits for answers, and its time would run out.
  const read = await Promise.all(local.map((check) => runCheck(check)))
  return [...read, ...answers].flat()
}

/** The ports of the metrics, where they are set. */
function metricsChecks(...given: Parameters<typeof metricsPortsOf>): Check[] {
  return Object.entries(metricsPortsOf(...given)).map(([variable, number]) =>
    port({
      name: variable.startsWith('METRICS_PORT') ? 'site' : 'lake',
      port: number,
      variable,
      health: `http://127.0.0.1:${number}/metrics`,
    }),
  )
}

function port(server: Parameters<typeof checkPort>[0]): Check {
  return {name: `Port ${server.port}`, run: () => checkPort(server)}
}

function checkSettings(problems: string[]): Finding[] {
  const wrong = [...problems, ...backupProblems()]
  return wrong.length > 0 ? wrong.map(fail) : [ok('Settings can be read'), ...envFileHints(root).map(warn)]
}

function backupProblems(): string[] {
  try {
    readBackupKeys(process.env)
    return []
  } catch (error) {
    return messageOf(error).split('\n')
  }
}
