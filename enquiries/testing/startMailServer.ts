import {SMTPServer} from 'smtp-server'

interface ReceivedMail {
  recipients: string[]
  headers: string
  text: string
}

/** Starts an SMTP server that records the mails it receives. It refuses recipients for whom `refusalOf` returns a code. */
export async function startMailServer(
  port: number,
  refusalOf: (address: string) => number | undefined = () => undefined,
) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({address}, _, done) {
      const responseCode = refusalOf(address)
      done(responseCode ? Object.assign(new Error(`no ${address} here`), {responseCode}) : null)
    },
    onData(stream, {envelope}, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(
          readMail(
            Buffer.concat(chunks).toString(),
            envelope.rcptTo.map(({address}) => address),
          ),
        )
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {mails, stop: () => new Promise<void>((resolve) => server.close(() => resolve()))}
}

function readMail(raw: string, recipients: string[]): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).replaceAll('\r\n', '\n')
  const body = raw.slice(end + 4)
  const encoding = /^content-transfer-encoding: (.+)$/im.exec(headers)?.[1]
  return {recipients, headers, text: decode(body, encoding).replaceAll('\r\n', '\n')}
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
