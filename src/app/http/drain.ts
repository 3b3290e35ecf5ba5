import type { FastifyInstance } from 'fastify'
import { Unavailable } from '#kernel/server/faults.ts'

/**
 * Lets a server stop without failing a request. Call it before the server listens. Returns a function that
 * begins the stop: then requests that are safe to repeat are answered 503, including /ready, so that a load
 * balancer uses another server. Requests that change data are still completed, and every answer closes its
 * connection.
 */
export function makeDrainable(app: FastifyInstance): () => void {
  let isLeaving = false
  app.addHook('onRequest', (request, reply, done) => {
    if (!isLeaving) return done()
    reply.header('connection', 'close')
    const isRepeatable = request.method === 'GET' || request.method === 'HEAD'
    if (!isRepeatable || request.url === '/health') return done()
    done(new Unavailable('unavailable', 'The portal is being restarted. Please try again in a minute.'))
  })
  return () => {
    isLeaving = true
  }
}
