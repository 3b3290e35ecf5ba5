import type { FastifyInstance } from 'fastify'
import { Unavailable } from '#kernel/server/faults.ts'

/**
 * Lets a server leave without failing a request; call it before the server listens. After the returned
 * function is called, requests that are safe to repeat are answered 503, /ready first of all, so that a
 * balancer asks another server. Requests that change data are still completed, and every answer closes its
 * connection.
 */
export function drainable(app: FastifyInstance): () => void {
  let leaving = false
  app.addHook('onRequest', (request, reply, hookHandlerDoneFunction) => {
    if (!leaving) return hookHandlerDoneFunction()
    reply.header('connection', 'close')
    const mayBeAskedAgain = request.method === 'GET' || request.method === 'HEAD'
    if (!mayBeAskedAgain || request.url === '/health') return hookHandlerDoneFunction()
    hookHandlerDoneFunction(
      new Unavailable('unavailable', 'The portal is being restarted. Please try again in a minute.'),
    )
  })
  return () => {
    leaving = true
  }
}
