import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * The greatest number of bytes read of a refused body. Reading it to its end lets the answer arrive and
 * leaves
 * the connection ready for the next request.
 */
const READ_ON_BYTES = 67_108_864

/**
 * In every 30 seconds a request body must be complete or bring at least this many bytes. Otherwise the
 * connection is ended.
 */
const PACE_MILLISECONDS = 30_000
const PACE_BYTES = 262_144

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Ends connections whose request body arrives too slowly or is no longer wanted. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) endWhenSlow(request, reply)
    done()
  })
  app.addHook('onSend', async (request, reply) => {
    if (hasBody(request) && !request.raw.readableEnded && !(await discardBody(request.raw)))
      reply.header('connection', 'close')
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Reads the remaining body and discards it. Returns whether it ended within the limit. */
function discardBody(raw: IncomingMessage): Promise<boolean> {
  if (raw.destroyed) return Promise.resolve(false)
  let remaining = READ_ON_BYTES
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const count = (chunk: Buffer) => {
    remaining -= chunk.length
    if (remaining < 0) resolve(false)
  }
  raw.unpipe()
  raw
    .on('data', count)
    .once('end', () => resolve(true))
    .once('close', () => resolve(false))
    .resume()
  return promise.finally(() => raw.off('data', count))
}

/** Ends the connection if the body arrives too slowly. */
function endWhenSlow({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (!raw.complete && socket.bytesRead - before < PACE_BYTES) socket.end(TIMED_OUT, () => socket.destroy())
    before = socket.bytesRead
  }, PACE_MILLISECONDS)
  reply.raw.once('close', () => clearInterval(timer))
}
