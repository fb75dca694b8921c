import {spawn, spawnSync} from 'node:child_process'
import {cpSync, existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {root} from '../../scripts/product/paths.ts'
import {untilReady} from '../../scripts/product/untilReady.ts'
import {findProgram} from './findProgram.ts'

export interface NginxOptions {
  port: number
  /** Port at which it refetches each request, for the instances. */
  renewingPort: number
  /** Port for browsers: TLS with a self-signed certificate, and HTTP/2. */
  securePort?: number
  /** Ports of the site's instances. */
  instances: readonly number[]
  /** Folder of the build's static files. */
  staticFolder: string
  /** More `location` blocks. */
  locations?: string
  /** The rate of all limits, instead of those of `maps.conf`, which a busy machine would be too slow to reach. */
  rate?: `${number}r/s`
  /** How long an instance may keep a page waiting, in seconds, instead of the ten of `deploy/nginx`. */
  patience?: number
}

export interface TestNginx {
  url: string
  /** Origin over HTTP/2, if a port was given for it. */
  secureUrl: string | undefined
  /** Id of the master process. */
  pid: number
  /** Content of the error log. */
  errors(): string
  /** Content of the access log. */
  accesses(): string
  stop(): Promise<void>
}

/** Starts nginx in front of the site, with the configuration of `deploy/nginx` only. */
export async function startNginx({
  port,
  renewingPort,
  securePort,
  instances,
  staticFolder,
  locations = '',
  rate,
  patience,
}: NginxOptions): Promise<TestNginx> {
  const program = findProgram('nginx', ['nginx-light', 'libnginx-mod-http-brotli-static'])
  await using started = new AsyncDisposableStack()
  const folder = started.use(mkdtempDisposableSync(join(tmpdir(), 'nginx-'))).path
  mkdirSync(join(folder, 'temp'))
  cpSync(join(root, 'deploy/nginx'), join(folder, 'site'), {recursive: true})
  if (patience !== undefined) {
    const file = join(folder, 'site/locations.conf')
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll('proxy_read_timeout 10s', `proxy_read_timeout ${patience}s`),
    )
  }
  const maps = readFileSync(join(root, 'deploy/nginx/maps.conf'), 'utf8')
  writeFileSync(join(folder, 'maps.conf'), rate ? maps.replaceAll(/rate=\d+r\/s/g, `rate=${rate}`) : maps)
  const site = readFileSync(join(root, 'deploy/nginx/site.conf'), 'utf8')
  const [, parameters = ''] = /^ {2}server 127\.0\.0\.1:3000 (.+);$/m.exec(site) ?? []
  const [format = ''] = /^log_format site [^;]+;/m.exec(site) ?? []
  const [, logging = ''] = /^ {2}access_log \S+ (site [^;]+);$/m.exec(site) ?? []
  const log = join(folder, 'error.log')
  const accessLog = join(folder, 'access.log')
  if (securePort) makeCertificate(folder)
  const modules = '/usr/share/nginx/modules-available/mod-http-brotli-static.conf'
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temp/${name};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; worker_rlimit_nofile 20000; pid ${folder}/nginx.pid; error_log ${log};
${process.getuid?.() === 0 ? 'user root;' : ''}
${existsSync(modules) ? readFileSync(modules, 'utf8').replace(/modules\//, '/usr/lib/nginx/modules/') : ''}
events { worker_connections 8192; }
http {
  ${format}
  access_log ${logging ? `${accessLog} ${logging}` : 'off'}; sendfile on; tcp_nopush on; keepalive_requests 100000; include /etc/nginx/mime.types; ${temp}
  include maps.conf;
  proxy_cache_path ${folder}/cache levels=1:2 keys_zone=site:2m max_size=256m inactive=7d use_temp_path=off;
  proxy_cache_path ${folder}/parts levels=1:2 keys_zone=parts:20m max_size=1g inactive=7d use_temp_path=off;
  upstream site {
    zone instances 64k; ${instances.map((instance) => `server 127.0.0.1:${instance} ${parameters};`).join(' ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port}; server_name localhost;
    ${securePort ? `listen 127.0.0.1:${securePort} ssl http2; ssl_certificate ${folder}/site.crt; ssl_certificate_key ${folder}/site.key;` : ''}
    set $site_static ${staticFolder}; set $site_renew '';
    include site/locations.conf;
    ${locations}
  }
  server {
    listen 127.0.0.1:${renewingPort}; server_name localhost;
    set $site_static ${staticFolder}; set $site_renew 1;
    include site/locations.conf;
  }
}
`,
  )
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', log], {stdio: 'ignore'})
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  started.defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const errors = () => read(log)
  await Promise.race([
    untilReady(`${url}/h5/api/health`),
    ended.then(() => {
      throw new Error(`nginx ended: ${errors()}`)
    }),
  ])
  const kept = started.move()
  return {
    url,
    secureUrl: securePort ? `https://127.0.0.1:${securePort}` : undefined,
    pid: child.pid ?? 0,
    errors,
    accesses: () => read(accessLog),
    stop: () => kept.disposeAsync(),
  }
}

function makeCertificate(folder: string): void {
  const program = findProgram('openssl', ['openssl'])
  const files = ['-keyout', join(folder, 'site.key'), '-out', join(folder, 'site.crt')]
  const kind = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
  ]
  const {status, stderr} = spawnSync(program, ['req', '-x509', ...kind, ...files])
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`)
}
