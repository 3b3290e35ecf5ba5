import type { FastifyInstance } from 'fastify'
import { Unavailable } from '#kernel/server/faults.ts'

/**
 * Lets a server leave without failing anybody; to be called before it listens. Once the answered function was called,
 * whatever can be asked again without harm, /ready first of all, is answered 503: a balancer then asks another server and
 * sends nothing more to this one. What changes data is still done, and every answer ends its connection.
 */
export function drainable(app: FastifyInstance): () => void {
  let leaving = false
  app.addHook('onRequest', (request, reply, done) => {
    if (!leaving) return done()
    reply.header('connection', 'close')
    const mayBeAskedAgain = request.method === 'GET' || request.method === 'HEAD'
    if (!mayBeAskedAgain || request.url === '/health') return done()
    done(new Unavailable('unavailable', 'The portal is being restarted. Please try again in a minute.'))
  })
  return () => {
    leaving = true
  }
}
