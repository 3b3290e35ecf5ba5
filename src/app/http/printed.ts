import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Printed = { plain: string; packed: Buffer }

/**
 * Serves a document that never changes. It is printed and compressed at the first request, because every
 * start would wait for it otherwise.
 */
export function printed(type: string, print: () => string) {
  let created: Promise<Printed> | undefined
  const make = async (): Promise<Printed> => {
    const plain = print()
    return { plain, packed: await promisify(gzip)(plain) }
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    created ??= make()
    const { plain, packed } = await created
    reply.type(type).header('vary', 'accept-encoding')
    const takesPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    return takesPacked ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain)
  }
}
