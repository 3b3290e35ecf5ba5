import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Passes on the traffic between the portal and its PostgreSQL, and cuts a connection in the middle of a
 * conversation.
 */
export class CuttingProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly connectionString: string
  /**
   * The number of messages to pass on before the cut, and whether the next message arrives before the cut.
   */
  #cut: { left: number; arrives: boolean } | null = null

  private constructor(server: Server, connectionString: string) {
    this.#server = server
    this.connectionString = connectionString
  }

  static async open(target: string): Promise<CuttingProxy> {
    const url = new URL(target)
    const folder = url.searchParams.get('host')
    url.searchParams.delete('host')
    const endpoint = folder
      ? { path: `${folder}/.s.PGSQL.${url.port}` }
      : { host: url.hostname, port: Number(url.port) }
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const ownPort = typeof address === 'object' && address ? String(address.port) : ''
    const proxy = new CuttingProxy(server, Object.assign(url, { port: ownPort }).toString())
    server.on('connection', (client) => proxy.#join(client, connect(endpoint)))
    return proxy
  }

  /**
   * Lets `count` messages to the database pass and cuts at the next one: before it arrives, or after it has
   * arrived so that only its answer is lost.
   */
  cutAfter(count: number, arrives: boolean): void {
    this.#cut = { left: count, arrives }
  }

  /** Ends the waiting for a cut, and answers whether the cut was made. */
  disarm(): boolean {
    const wasCut = this.#cut === null
    this.#cut = null
    return wasCut
  }

  #join(client: Socket, database: Socket): void {
    const both = [client, database]
    for (const socket of both) {
      this.#sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        // Data that was written arrives before the end of the connection.
        for (const socket of both) socket.destroySoon()
      })
    }
    client.on('data', (nonSharedBuffer) => {
      if (!this.#cut || this.#cut.left > 0) {
        if (this.#cut) this.#cut.left -= 1
        database.write(nonSharedBuffer)
        return
      }
      const { arrives } = this.#cut
      this.#cut = null
      if (arrives) database.end(nonSharedBuffer)
      client.resetAndDestroy()
    })
    database.on('data', (nonSharedBuffer) => {
      if (!client.destroyed) client.write(nonSharedBuffer)
    })
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
