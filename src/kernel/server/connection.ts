import { Socket } from 'node:net'
import pg from 'pg'

/**
 * A little more than a statement may take: a database that does not even report that a statement took too
 * long is given up.
 */
const SILENT_SECONDS = 62

/** The socket of one connection; it can notice that the database has gone silent. */
class RequestSocket extends Socket {
  #clock: NodeJS.Timeout | undefined

  /** Closes the connection when nothing has arrived for {@link SILENT_SECONDS}, until `stopWatching`. */
  watch(): void {
    let silentSeconds = 0
    let bytesBefore = this.bytesRead
    this.stopWatching()
    // One clock for all statements: the driver's own for each statement would retain their rows.
    this.#clock = setInterval(() => {
      silentSeconds = this.bytesRead === bytesBefore ? silentSeconds + 1 : 0
      bytesBefore = this.bytesRead
      if (silentSeconds > SILENT_SECONDS) this.destroy(new Error('Query read timeout'))
    }, 1000)
    this.#clock.unref()
  }

  stopWatching(): void {
    clearInterval(this.#clock)
  }
}

/** A connection of requests that knows its socket and its id at the server, for canceling a statement. */
export class RequestClient extends pg.Client {
  readonly socket: RequestSocket
  backendId = 0

  constructor(config: pg.ClientConfig = {}) {
    const socket = new RequestSocket()
    super({ ...config, stream: () => socket })
    this.socket = socket
    this.once('end', () => socket.stopWatching())
  }
}
