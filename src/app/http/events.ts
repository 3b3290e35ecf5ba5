import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import pg from 'pg'
import type { Actor } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { bearerToken } from '#kernel/server/auth.ts'
import { inTransaction } from '#kernel/server/caller.ts'
import { asSystem } from '#kernel/server/database.ts'
import { EVENTS_CHANNEL, type Event, type RecordOwner } from '#kernel/server/events.ts'
import { listenToEvents } from './eventsCall.ts'

/**
 * The number of streams that one person may have open at one process. A browser opens one for each visible
 * tab.
 */
export const MAX_STREAMS = 6
const HEARTBEAT_MILLISECONDS = 15_000
const LONGEST_WAIT_MILLISECONDS = 30_000
const CLOSING_MILLISECONDS = 1000

/**
 * The rights of a stream’s person: `reads` are the ids of readable properties, null for all, and `led` the
 * companies whose primary user the person is.
 */
type VisibleScope = { agency: boolean; reads: number[] | null; companies: number[]; led: number[] }
type Stream = {
  userId: number
  sessionId: number
  sight: VisibleScope | null
  send: (topic: string) => void
  beat: () => void
  end: () => void
}

/** Whether a person with these rights may see a record. */
const canSee = ({ agency, reads, companies, led }: VisibleScope, record: RecordOwner): boolean =>
  agency ||
  (record.propertyId != null && (reads === null || reads.includes(record.propertyId))) ||
  (record.filedCompanyId != null && led.includes(record.filedCompanyId)) ||
  (record.companyId != null && companies.includes(record.companyId))

/** Whether an event is for the person of a stream. */
const concerns = ({ userId, sight }: Stream, event: Pick<Event, 'userId' | 'record'>): boolean =>
  event.record
    ? sight !== null && canSee(sight, event.record)
    : event.userId === null || event.userId === userId

/**
 * Notifies the browsers of this process of changes. One connection listens to the database, so it does not
 * matter which process made the change. Nothing is stored: a browser that was away refetches.
 */
class EventHub {
  readonly #connectionString: string
  readonly #pool: pg.Pool
  readonly #log: FastifyBaseLogger
  readonly #streams = new Set<Stream>()
  #listener: pg.Client | null = null
  #retryTimer: NodeJS.Timeout | undefined
  #heartbeatTimer: NodeJS.Timeout | undefined
  #failures = 0
  #closed = false

  constructor(pool: pg.Pool, connectionString: string, log: FastifyBaseLogger) {
    this.#pool = pool
    this.#connectionString = connectionString
    this.#log = log
  }

  /** Starts listening. A lost connection is opened again, and every browser then refetches what it shows. */
  async start(): Promise<void> {
    this.#heartbeatTimer = setInterval(() => void this.#beat(), HEARTBEAT_MILLISECONDS)
    this.#heartbeatTimer.unref()
    await this.#listen()
  }

  /** Adds a stream, and ends the oldest of a person who has too many. Returns a function that removes it. */
  open(stream: Stream): () => void {
    const streams = [...this.#streams].filter((item) => item.userId === stream.userId)
    for (const oldest of streams.slice(0, Math.max(0, streams.length - MAX_STREAMS + 1))) {
      this.#streams.delete(oldest)
      oldest.end()
    }
    this.#streams.add(stream)
    return () => this.#streams.delete(stream)
  }

  /** Ends every stream and stops listening. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#heartbeatTimer)
    clearTimeout(this.#retryTimer)
    for (const stream of this.#streams) stream.end()
    // A frozen database never confirms the end of a connection.
    const closingTimeout = delay(CLOSING_MILLISECONDS, undefined, { ref: false })
    await Promise.race([this.#listener?.end().catch(() => undefined), closingTimeout])
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'rooftree events',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    this.#listener = client
    client.on('notification', (message) => this.#deliver(message.payload ?? ''))
    client.once('error', (error) => this.#retryAfterLoss(client, error))
    client.once('end', () => this.#retryAfterLoss(client, null))
    try {
      await client.connect()
      await client.query(`listen ${EVENTS_CHANNEL}`)
      if (this.#failures > 0) for (const stream of this.#streams) stream.send('*')
      this.#failures = 0
    } catch (error) {
      this.#retryAfterLoss(client, error)
    }
  }

  #retryAfterLoss(client: pg.Client, error: unknown): void {
    if (this.#closed || this.#listener !== client) return
    this.#listener = null
    this.#failures += 1
    this.#log.warn({ err: error }, 'lost the connection that listens for changes')
    void client.end().catch(() => undefined)
    const wait = Math.min(1000 * 2 ** Math.min(this.#failures - 1, 5), LONGEST_WAIT_MILLISECONDS)
    this.#retryTimer = setTimeout(() => void this.#listen(), wait)
  }

  #deliver(payload: string): void {
    const event = JSON.parse(payload) as Partial<Event> & { endedSession?: number }
    for (const stream of this.#streams) {
      if (event.endedSession !== undefined && stream.sessionId === event.endedSession) stream.end()
      else if (event.topic && concerns(stream, { userId: event.userId ?? null, ...event }))
        stream.send(event.topic)
    }
  }

  /**
   * Sends a heartbeat on every stream, ends streams whose sessions are over, and updates the rights of each
   * person.
   */
  async #beat(): Promise<void> {
    for (const stream of this.#streams) stream.beat()
    await this.updateScopes([...this.#streams])
  }

  /**
   * Loads the rights of the people of these streams in one statement, and ends streams of expired sessions.
   */
  async updateScopes(streams: readonly Stream[]): Promise<void> {
    if (streams.length === 0) return
    const ids = [...new Set(streams.map((stream) => stream.sessionId))]
    const result = await asSystem(this.#pool, 'live sessions', (transaction) =>
      transaction.query<VisibleScope & { session_id: number }>(
        'select * from secret.live_scopes($1::integer[])',
        [ids],
      ),
    ).catch(() => null)
    if (!result) return
    const alive = new Map(result.rows.map((row) => [row.session_id, row]))
    for (const stream of streams) {
      stream.sight = alive.get(stream.sessionId) ?? null
      if (stream.sight === null) stream.end()
    }
  }
}

/**
 * Adds GET /api/events to a server before it listens: a stream of server-sent events for the bearer of the
 * token, until the session ends. Closes with the server.
 */
export async function serveEvents(
  app: FastifyInstance,
  pool: pg.Pool,
  connectionString: string,
): Promise<void> {
  const hub = new EventHub(pool, connectionString, app.log)
  app.get(listenToEvents.path, async (request, reply) => {
    const token = bearerToken(request.headers.authorization)
    if (!token) refuse.signedOut()
    const actor = await inTransaction(listenToEvents, pool, token, request, async (_, caller) => caller)
    await openStream(hub, reply, actor)
    return reply
  })
  app.addHook('preClose', () => hub.close())
  await hub.start()
}

/** Hands the connection over to the hub. The first event confirms that it is open. */
async function openStream(
  hub: EventHub,
  reply: FastifyReply,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<void> {
  const { raw } = reply
  const stream: Stream = {
    userId,
    sessionId,
    sight: null,
    send: (topic) => raw.write(`data: ${topic}\n\n`),
    beat: () => raw.write(': still here\n\n'),
    end: () => raw.end(),
  }
  const close = hub.open(stream)
  reply.hijack()
  raw.on('close', close)
  raw.on('error', close)
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'x-accel-buffering': 'no',
  })
  await hub.updateScopes([stream])
  raw.write('data: open\n\n')
}
