import { request } from 'node:http'
import { safeParse } from 'zod/v4/core'
import { calls, entities } from '#app/registry.ts'
import { type Call, writes } from '#kernel/model/call.ts'
import { loadKnownIds } from '#tests/matrix/knownIds.ts'
import { createFindId, getSample } from '#tests/matrix/sample.ts'
import type { Sides } from './comparisons.ts'
import { faultsLine, type Line } from './result.ts'

/**
 * The result of a read: its bytes, whether they were streamed, and the longest turn of the event loop during
 * the read in milliseconds, in which other requests wait.
 */
export type ReadResult = {
  url: string
  path: string
  status: number
  bytes: number
  isStreamed: boolean
  stallMs: number
}

/**
 * Sends every read of the portal once, as the agency's administrator, for the property with the longest
 * statement.
 */
async function sendAllReads(
  { world, portal }: Sides,
  isIncluded: (call: Call) => boolean = () => true,
): Promise<ReadResult[]> {
  const { rows } = await world.owner.query<{ id: number }>(
    `select s.property_id as id from annual_statement s join annual_statement_line using (afs_id)
      group by 1 order by count(*) desc, 1 limit 1`,
  )
  const propertyId = rows[0]!.id
  const ids = await loadKnownIds(world.owner, entities, propertyId)
  const token = await world.createToken('agency.admin')
  const reads: ReadResult[] = []
  for (const call of calls.filter((call) => isPlainRead(call) && isIncluded(call))) {
    const sample = getSample(call, createFindId(call, calls, entities, ids, propertyId))
    // Optional parameters are left out, because then the answer is the largest.
    const url = call.query && !safeParse(call.query, {}).success ? sample.url : sample.url.replace(/\?.*/, '')
    await portal.longestStall()
    const read = await readAnswerSize(portal.port, url, token)
    reads.push({ ...read, url, path: call.path, stallMs: await portal.longestStall() })
  }
  return reads
}

const isPlainRead = (call: Call): boolean => call.method === 'GET' && !writes(call) && !call.answerType

/** Reads an answer without storing it, and returns its size without compression. */
function readAnswerSize(
  port: number,
  path: string,
  token: string,
): Promise<Pick<ReadResult, 'status' | 'bytes' | 'isStreamed'>> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const clientRequest = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, bytes, isStreamed: !response.headers['content-length'] }),
      )
      response.on('error', reject)
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}

/** Larger answers must be streamed, so that memory does not grow with the data. */
const MAX_UNSTREAMED_BYTES = 2_100_000
/** The maximum time that one read may delay all other requests, in milliseconds. */
const MAX_STALL_MS = 50

/**
 * Checks all reads. Faults are large answers that are not streamed, and reads that delay others too long in
 * two runs.
 */
export async function checkReadLimits(sides: Sides): Promise<Line> {
  const first = await sendAllReads(sides)
  const stalls = new Set(first.filter(({ stallMs: stall }) => stall > MAX_STALL_MS).map(({ path }) => path))
  // A pause of the machine or of garbage collection does not affect the same read a second time.
  const again = stalls.size > 0 ? await sendAllReads(sides, (call) => stalls.has(call.path)) : []
  const faults = [
    ...first.filter(({ status }) => status >= 500).map(({ url, status }) => `${url} answers ${status}`),
    ...first
      .filter(({ isStreamed: inPieces, bytes }) => !inPieces && bytes > MAX_UNSTREAMED_BYTES)
      .map(({ url, bytes }) => `${url} ${(bytes / 1e6).toFixed(2)} MB at once`),
    ...again
      .filter(({ stallMs: stall }) => stall > MAX_STALL_MS)
      .map(({ url, stallMs: stall }) => `${url} ${stall.toFixed(0)} ms`),
  ]
  const largest = first.reduce((read, other) => (other.bytes > read.bytes ? other : read))
  const description = `${first.length} reads, each asked for all it has; at most ${MAX_UNSTREAMED_BYTES / 1e6} MB are written at once, and nobody waits longer than ${MAX_STALL_MS} ms for one; the largest is ${largest.path}, ${(largest.bytes / 1e6).toFixed(0)} MB in pieces`
  return faultsLine('reads without a bound', faults, description)
}
