import { connect, type Socket } from 'node:net'

/**
 * The reply of a server. `body` is empty unless it was requested, because the benchmark must not use more
 * time than the servers.
 */
export type Reply = { status: number; bytes: number; body: string }

/** A request that the benchmark sends to the portal or to the floor. */
export type BenchRequest = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  token?: string | undefined
  body?: unknown
}

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * A connection that stays open and carries one request at a time. It uses plain sockets, because on two cores
 * a full HTTP client would take the time that is to be measured. It understands only answers with a
 * content-length.
 */
export class Connection {
  readonly #socket: Socket
  readonly #host: string
  #waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void; keepsBody: boolean } | null =
    null
  #chunks: Buffer[] = []
  #received = 0
  #headLength = -1
  #expected = Number.POSITIVE_INFINITY
  #status = 0

  constructor(port: number) {
    this.#host = `127.0.0.1:${port}`
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#receiveChunk(chunk))
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection.')))
  }

  /** Sends a request and waits for its complete answer. With `keepsBody` the reply has the body. */
  send({ method, path, token, body }: BenchRequest, keepsBody = false): Promise<Reply> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const head = [`${method} ${path} HTTP/1.1`, `Host: ${this.#host}`]
    if (token) head.push(`Authorization: Bearer ${token}`)
    if (text) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new Error('The server closed the connection.')
      this.#waiting = { resolve, reject, keepsBody }
      this.#socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
    })
  }

  close(): void {
    this.#waiting = null
    this.#socket.destroy()
  }

  #receiveChunk(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#received += chunk.length
    if (this.#headLength < 0) this.#readHead()
    if (this.#received < this.#expected) return
    const { resolve, keepsBody } = this.#waiting ?? { resolve: () => undefined, keepsBody: false }
    const body = keepsBody ? Buffer.concat(this.#chunks).subarray(this.#headLength).toString('utf8') : ''
    const reply = { status: this.#status, bytes: this.#received - this.#headLength, body }
    this.#chunks = []
    this.#received = 0
    this.#headLength = -1
    this.#expected = Number.POSITIVE_INFINITY
    this.#waiting = null
    resolve(reply)
  }

  #readHead(): void {
    const buffer = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    this.#chunks = [buffer]
    const end = buffer.indexOf(HEAD_END)
    if (end < 0) return
    const head = buffer.toString('latin1', 0, end)
    this.#headLength = end + HEAD_END.length
    this.#status = Number(head.slice(9, 12))
    this.#expected = this.#headLength + Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  }
}

/** Sends one request on a new connection and returns the JSON. Throws if it was refused. */
export async function sendOnce<T>(port: number, ask: BenchRequest): Promise<T> {
  const connection = new Connection(port)
  try {
    const reply = await connection.send(ask, true)
    if (reply.status !== 200)
      throw new Error(`${ask.method} ${ask.path} answered ${reply.status}: ${reply.body}`)
    return JSON.parse(reply.body) as T
  } finally {
    connection.close()
  }
}

/**
 * Returns the milliseconds that `count` requests take over the given connections. Each connection sends its
 * next request as soon as it has its answer.
 */
export async function timeRequests(
  connections: readonly Connection[],
  count: number,
  next: (index: number) => BenchRequest,
): Promise<number> {
  let startedCount = 0
  const started = performance.now()
  const work = async (connection: Connection): Promise<void> => {
    while (startedCount < count) {
      const ask = next(startedCount++)
      const reply = await connection.send(ask)
      if (reply.status !== 200) throw new Error(`${ask.method} ${ask.path} answered ${reply.status}`)
    }
  }
  await Promise.all(connections.map(work))
  return performance.now() - started
}
