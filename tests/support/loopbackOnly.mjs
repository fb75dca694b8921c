// Preloaded into every process of the product under test (NODE_OPTIONS): a connection to any other machine fails and is
// logged for a test to check. Also resolves <name>.localhost, as browsers do.
import dns from 'node:dns'
import {appendFileSync} from 'node:fs'
import net from 'node:net'

const isLocalName = (host) => host === 'localhost' || host.endsWith('.localhost')
const isLoopback = (host) => isLocalName(host) || /^(127\.|::1$|::ffff:127\.)/.test(host)

function refuse(host) {
  const log = process.env.FOREIGN_HOSTS_LOG
  if (log) appendFileSync(log, `${process.pid} ${process.argv.slice(1, 3).join(' ')} → ${host}\n`)
  return Object.assign(new Error(`Connection to ${host} refused: tests stay on this machine`), {code: 'ECONNREFUSED'})
}

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0]
  const host = typeof options === 'object' ? options.host : typeof args[1] === 'string' ? args[1] : undefined
  const isPipe = typeof options === 'object' ? options.path : typeof options === 'string' && !/^\d+$/.test(options)
  if (!isPipe && host && !isLoopback(host)) {
    process.nextTick(() => this.destroy(refuse(host)))
    return this
  }
  return connect.apply(this, args)
}

const lookup = dns.lookup
dns.lookup = function (host, options, callback) {
  const done = typeof options === 'function' ? options : callback
  const all = typeof options === 'object' && options?.all
  if (isLocalName(host) && host !== 'localhost') {
    process.nextTick(() => (all ? done(null, [{address: '127.0.0.1', family: 4}]) : done(null, '127.0.0.1', 4)))
    return {}
  }
  if (!isLoopback(host) && !net.isIP(host)) {
    process.nextTick(() => done(refuse(host)))
    return {}
  }
  return lookup.apply(this, [host, options, callback])
}

const promisesLookup = dns.promises.lookup
dns.promises.lookup = async (host, options) => {
  if (isLocalName(host) && host !== 'localhost') {
    const entry = {address: '127.0.0.1', family: 4}
    return options?.all ? [entry] : entry
  }
  if (!isLoopback(host) && !net.isIP(host)) throw refuse(host)
  return promisesLookup(host, options)
}
