import { request } from 'node:http'
import { safeParse } from 'zod/v4/core'
import { calls, entities } from '#app/registry.ts'
import { type Call, writes } from '#kernel/model/call.ts'
import { loadKnownIds } from '#tests/matrix/knownIds.ts'
import { createFindId, getSample } from '#tests/matrix/sample.ts'
import type { Sides } from './comparisons.ts'
import { type Line, truthLine } from './result.ts'

/**
 * What a read answered: how many bytes, whether they were written piece by piece, and how long others waited
 * meanwhile.
 */
export type Read = {
  url: string
  path: string
  status: number
  bytes: number
  inPieces: boolean
  stall: number
}

/**
 * Asks every read of the portal once, as the agency's administrator about the property of the longest
 * statement.
 */
async function sweepReads(
  { world, portal }: Sides,
  isIncluded: (call: Call) => boolean = () => true,
): Promise<Read[]> {
  const { rows } = await world.owner.query<{ id: number }>(
    `select s.property_id as id from annual_statement s join annual_statement_line using (afs_id)
      group by 1 order by count(*) desc, 1 limit 1`,
  )
  const propertyId = rows[0]!.id
  const ids = await loadKnownIds(world.owner, entities, propertyId)
  const token = await world.token('agency.admin')
  const reads: Read[] = []
  for (const call of calls.filter((call) => isPlainRead(call) && isIncluded(call))) {
    const sample = getSample(call, createFindId(call, calls, entities, ids, propertyId))
    // Whatever need not be said is not: that asks for the most.
    const url = call.query && !safeParse(call.query, {}).success ? sample.url : sample.url.replace(/\?.*/, '')
    await portal.longestStall()
    const read = await drained(portal.port, url, token)
    reads.push({ ...read, url, path: call.path, stall: await portal.longestStall() })
  }
  return reads
}

const isPlainRead = (call: Call): boolean => call.method === 'GET' && !writes(call) && !call.answerType

/** Reads an answer without keeping it, as it would be stored: unpacked. */
function drained(
  port: number,
  path: string,
  token: string,
): Promise<Pick<Read, 'status' | 'bytes' | 'inPieces'>> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const clientRequest = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, bytes, inPieces: !response.headers['content-length'] }),
      )
      response.on('error', reject)
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}

/** What is larger has to be written piece by piece, however much the data grows. */
const MOST_BYTES = 2_100_000
/** How long one read may keep all others waiting, in milliseconds. */
const MOST_STALL = 50

/**
 * What of all reads keeps to no bound: large and not written piece by piece, or long in everybody's way,
 * twice.
 */
export async function boundReads(sides: Sides): Promise<Line> {
  const first = await sweepReads(sides)
  const stalls = new Set(first.filter(({ stall }) => stall > MOST_STALL).map(({ path }) => path))
  // A pause of the machine or of the memory is no read's fault: it does not meet the same one again.
  const again = stalls.size > 0 ? await sweepReads(sides, (call) => stalls.has(call.path)) : []
  const faults = [
    ...first.filter(({ status }) => status >= 500).map(({ url, status }) => `${url} answers ${status}`),
    ...first
      .filter(({ inPieces, bytes }) => !inPieces && bytes > MOST_BYTES)
      .map(({ url, bytes }) => `${url} ${(bytes / 1e6).toFixed(2)} MB at once`),
    ...again
      .filter(({ stall }) => stall > MOST_STALL)
      .map(({ url, stall }) => `${url} ${stall.toFixed(0)} ms`),
  ]
  const largest = first.reduce((read, other) => (other.bytes > read.bytes ? other : read))
  const how = `${first.length} reads, each asked for all it has; at most ${MOST_BYTES / 1e6} MB are written at once, and nobody waits longer than ${MOST_STALL} ms for one; the largest is ${largest.path}, ${(largest.bytes / 1e6).toFixed(0)} MB in pieces`
  return truthLine('reads without a bound', faults, how)
}
