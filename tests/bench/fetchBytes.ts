import {get} from 'node:http'

/** The body of an answer as it travels, not unpacked. */
export function fetchBytes(path: string, encoding: 'identity' | 'br', origin: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = {'accept-encoding': encoding, 'accept-language': 'zh-CN'}
    get(origin + path, {headers}, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject)
    }).on('error', reject)
  })
}
