import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived: the envelope, the headers by lower-case name with folding undone, and the text. */
export type Received = { from: string; to: string[]; headers: Map<string, string>; text: string }

/** A refusal in SMTP's words: 4xx means try again later, 5xx never. */
export const smtpRefusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** A real SMTP server on 127.0.0.1 that keeps what it is given. */
export class Postbox {
  readonly received: Received[] = []
  readonly port: number
  /** Asked for each recipient; an error refuses that one. */
  refuse: (address: string) => Error | null = () => null
  /** Called with a mail that has arrived, before its sender is told; a rejection refuses it. */
  arriving: (mail: Received) => Promise<void> = async () => undefined
  readonly #server: SMTPServer
  readonly #connections = new Set<Socket>()

  private constructor(port: number) {
    this.port = port
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, callback) => callback(this.refuse(address)),
      onData: (stream, session, callback) => {
        const take = async () => {
          const { mailFrom, rcptTo } = session.envelope
          const mail = parse(
            await text(stream),
            mailFrom ? mailFrom.address : '',
            rcptTo.map((sMTPServerAddress) => sMTPServerAddress.address),
          )
          await this.arriving(mail)
          this.received.push(mail)
        }
        take().then(() => callback(), callback)
      },
    })
    this.#server.server.on('connection', (socket: Socket) => {
      this.#connections.add(socket)
      socket.once('close', () => this.#connections.delete(socket))
    })
    // A client that is killed in mid-sentence is no fault of the server's.
    this.#server.on('error', () => undefined)
  }

  static async open(port?: number): Promise<Postbox> {
    const postbox = new Postbox(port ?? (await freePort()))
    const listening = once(postbox.#server.server, 'listening')
    postbox.#server.listen(postbox.port, '127.0.0.1')
    await listening
    return postbox
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** Cuts every connection without a word. */
  hangUp(): void {
    for (const connection of this.#connections) connection.resetAndDestroy()
  }

  close(): Promise<void> {
    const closing = new Promise<void>((resolve) => this.#server.close(resolve))
    // Idle connections would be waited for.
    this.hangUp()
    return closing
  }
}

function parse(raw: string, from: string, to: string[]): Received {
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

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
