import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Methods whose requests must not be sent a second time, as in nginx. */
const NOT_REPEATED = new Set(['POST', 'LOCK', 'PATCH'])

type Outcome = { answer?: IncomingMessage; connected: boolean }

/**
 * Behaves as the nginx configuration in docs/operating.md: it takes two servers in turn over connections of
 * one request each, with `max_fails=1` and `proxy_next_upstream error timeout http_503`. For a POST this
 * means that only a server that could not be reached is passed over.
 */
export class Balancer {
  readonly #server: Server
  readonly #targets: { port: number; failedAt: number }[]
  readonly #failTimeout: number
  #turn = 0
  readonly #sockets = new Set<Socket>()

  private constructor(ports: readonly number[], failTimeout: number) {
    this.#targets = ports.map((port) => ({ port, failedAt: Number.NEGATIVE_INFINITY }))
    this.#failTimeout = failTimeout
    this.#server = createServer((incoming, response) => void this.#pass(incoming, response))
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /** `failTimeout` is in milliseconds. */
  static async open(ports: readonly number[], failTimeout: number): Promise<Balancer> {
    const balancer = new Balancer(ports, failTimeout)
    balancer.#server.listen(0, '127.0.0.1')
    await once(balancer.#server, 'listening')
    return balancer
  }

  get address(): string {
    const address = this.#server.address()
    return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const turn = this.#turn++
    const inTurn = this.#targets.map((_, index) => this.#targets[(turn + index) % this.#targets.length]!)
    const live = inTurn.filter((target) => Date.now() - target.failedAt > this.#failTimeout)
    for (const [index, target] of live.entries()) {
      const { answer, connected } = await ask(target.port, incoming, body)
      if (answer && answer.statusCode !== 503) return send(answer, response)
      target.failedAt = Date.now()
      const mayTryNext = !connected || !NOT_REPEATED.has(incoming.method ?? '')
      if (mayTryNext && index < live.length - 1) answer?.resume()
      else if (answer) return send(answer, response)
      else if (!mayTryNext) break
    }
    response.writeHead(502).end('{}')
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(this.#server, 'close')
  }
}

function ask(port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Outcome> {
  return new Promise((resolve) => {
    let connected = false
    const forwarded = request({
      port,
      method,
      path: url,
      headers: { ...headers, connection: 'close' },
      agent: false,
    })
    forwarded.on('socket', (socket) => socket.once('connect', () => (connected = true)))
    forwarded.once('response', (answer) => resolve({ answer, connected }))
    forwarded.once('error', () => resolve({ connected }))
    forwarded.end(body)
  })
}

function send(answer: IncomingMessage, response: ServerResponse): void {
  const { connection: _, ...headers } = answer.headers
  response.writeHead(answer.statusCode ?? 502, headers)
  answer.pipe(response)
  answer.once('error', () => response.destroy())
}
