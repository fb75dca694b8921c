import {connect} from 'node:net'

/** Sends raw bytes. Resolves with the status of the response; undefined if there is none. */
export function rawRequest(port: number, bytes: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, 'localhost', () => socket.write(Buffer.from(bytes, 'latin1')))
    const finish = () => {
      socket.destroy()
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
      resolve(status ? Number(status) : undefined)
    }
    socket.setTimeout(10_000, finish)
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (answer.includes('\r\n')) finish()
    })
    socket.on('error', finish)
    socket.on('close', finish)
  })
}
