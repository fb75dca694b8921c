/**
 * Preloaded into every Node process below `embedded-content-lake dev` (`NODE_OPTIONS=--import`): whatever library sends a
 * request, it opens its connection by `tls.connect`, and gets one to the lake.
 */
import dns from 'node:dns'
import {syncBuiltinESMExports} from 'node:module'
import net from 'node:net'
import tls from 'node:tls'
import {isMainThread} from 'node:worker_threads'
import {serveBrowsers} from './serveBrowsers.ts'
import {isSanityHost, proxiedHostsInNode, readTarget, refusal, withoutProxy} from './target.ts'

function redirectConnections(lake: URL, hosts: readonly string[]): void {
  const connect = new Proxy(tls.connect, {
    apply(target, self, args: unknown[]) {
      const {host, callback} = readArguments(args)
      if (!isSanityHost(host)) return Reflect.apply(target, self, args)
      const socket = hosts.includes(host) ? net.connect(Number(lake.port), lake.hostname) : new net.Socket()
      if (!hosts.includes(host)) process.nextTick(() => socket.destroy(new Error(refusal(host))))
      if (callback) socket.once('secureConnect', callback)
      socket.once('connect', () => socket.emit('secureConnect'))
      // Properties of TLS sockets that HTTP libraries read.
      return Object.assign(socket, {
        encrypted: true,
        authorized: true,
        alpnProtocol: false,
        isSessionReused: () => false,
      })
    },
  })
  Object.assign(tls, {connect})
}

/** Reads the arguments of `tls.connect`: `(options)`, `(port, host, options)` or `(port, options)`, each with a callback. */
function readArguments(args: unknown[]): {host: string; callback: (() => void) | undefined} {
  const isCallback = (value: unknown): value is () => void => typeof value === 'function'
  const options = Object.assign({}, ...args.filter((value) => typeof value === 'object'))
  const named = args.slice(1).find((value) => typeof value === 'string')
  return {
    host: String(options.servername || options.host || named || '').toLowerCase(),
    callback: args.find(isCallback),
  }
}

/** Fails DNS lookups of Sanity's hosts, for connections made in another way, such as plain sockets. */
function refuseLookups(): void {
  const lookup = new Proxy(dns.lookup, {
    apply(target, self, args: unknown[]) {
      const [hostname] = args
      const callback = args.at(-1)
      if (typeof hostname !== 'string' || !isSanityHost(hostname) || typeof callback !== 'function') {
        return Reflect.apply(target, self, args)
      }
      process.nextTick(callback, new Error(refusal(hostname)))
      return {}
    },
  })
  Object.assign(dns, {lookup})
}

/** Without the lake this process would serve nothing; and npm and shells pass no signal on to it. */
function endWith(pid: number): void {
  const timer = setInterval(() => {
    if (isAlive(pid)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5000).unref()
  }, 500).unref()
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

const target = readTarget(import.meta.url)
// A task runner may have left out what `dev` has set.
if (!process.env.NO_PROXY?.includes('.sanity.io')) Object.assign(process.env, withoutProxy(process.env))
if (isMainThread) endWith(target.pid)
redirectConnections(target.lake, proxiedHostsInNode(target.projectId))
refuseLookups()
serveBrowsers(target)
syncBuiltinESMExports()
