import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived: the envelope, the headers by lower-case name and unfolded, and the text. */
export type ReceivedMail = { from: string; to: string[]; headers: Map<string, string>; text: string }

/** Makes a refusal by SMTP: with a code 4xx the sender tries again later, with 5xx never. */
export const makeSmtpRefusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** A real SMTP server on 127.0.0.1 that stores the mails it receives. */
export class Postbox {
  readonly received: ReceivedMail[] = []
  readonly port: number
  /** Called for each recipient; a returned error refuses that recipient. */
  refuse: (address: string) => Error | null = () => null
  /** Called with a mail that has arrived, before it is acknowledged; a rejection refuses it. */
  arriving: (mail: ReceivedMail) => Promise<void> = async () => undefined
  readonly #server: SMTPServer
  readonly #connections = new Set<Socket>()

  private constructor(port: number) {
    this.port = port
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, callback) => callback(this.refuse(address)),
      onData: (stream, session, callback) => {
        const receiveMail = async () => {
          const { mailFrom, rcptTo } = session.envelope
          const mail = parse(
            await text(stream),
            mailFrom ? mailFrom.address : '',
            rcptTo.map((sMTPServerAddress) => sMTPServerAddress.address),
          )
          await this.arriving(mail)
          this.received.push(mail)
        }
        receiveMail().then(() => callback(), callback)
      },
    })
    this.#server.server.on('connection', (socket: Socket) => {
      this.#connections.add(socket)
      socket.once('close', () => this.#connections.delete(socket))
    })
    // A client that is killed during a transfer causes an error here, which is not a failure of the server.
    this.#server.on('error', () => undefined)
  }

  static async open(port?: number): Promise<Postbox> {
    const postbox = new Postbox(port ?? (await findFreePort()))
    const listening = once(postbox.#server.server, 'listening')
    postbox.#server.listen(postbox.port, '127.0.0.1')
    await listening
    return postbox
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** Cuts every connection without a goodbye. */
  hangUp(): void {
    for (const connection of this.#connections) connection.resetAndDestroy()
  }

  close(): Promise<void> {
    const closing = new Promise<void>((resolve) => this.#server.close(resolve))
    // Without this, the server would wait for idle connections.
    this.hangUp()
    return closing
  }
}

function parse(raw: string, from: string, to: string[]): ReceivedMail {
  const [head = '', ...remaining] = raw.split('\r\n\r\n')
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
  return { from, to, headers, text: remaining.join('\r\n\r\n') }
}

/** Returns a port that is free. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
