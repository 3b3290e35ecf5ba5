import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type PrintedDocument = { plain: string; compressed: Buffer }

/**
 * Returns the handler that serves a document that never changes. It is printed and compressed at the first
 * request, so that the start does not wait for it.
 */
export function servePrinted(type: string, print: () => string) {
  let documentPromise: Promise<PrintedDocument> | undefined
  const printDocument = async (): Promise<PrintedDocument> => {
    const plain = print()
    return { plain, compressed: await promisify(gzip)(plain) }
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    documentPromise ??= printDocument()
    const { plain, compressed } = await documentPromise
    reply.type(type).header('vary', 'accept-encoding')
    const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    return acceptsGzip ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(plain)
  }
}
