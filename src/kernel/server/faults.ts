import { Refusal } from '../model/refusals.ts'

type DatabaseError = { code: string; constraint?: string; detail?: string; column?: string; routine?: string }

const unstorable = /^22(001|003|007|008|021|P02|P05)$/

/** The refusal of a request while the portal cannot use its database. */
export class Unavailable extends Refusal {
  override readonly answerHeaders = { 'retry-after': '5' }
}

/**
 * Error codes and messages of a database that cannot be reached, starts, stops or accepts no connections
 * (`away`), and of one that does not answer (`silent`).
 */
const away =
  /^(ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08|57P0|53[234])|^(Connection terminated|Client (was closed|has encountered)|Cannot use a pool)|connect ENOENT/
const silent = /^(timeout exceeded when trying to connect|Query read timeout)/

/** Returns a refusal that explains why the database cannot be used now; null for other errors. */
function getUnavailability(error: unknown): Refusal | null {
  const { code = '', message = '' } = error instanceof Error ? (error as Error & { code?: string }) : {}
  const say = (what: string) => new Unavailable('unavailable', `${what} What was saved is safe.`)
  if (code === '53100')
    return say('The database has no space left: nothing can be saved until there is room again.')
  if (silent.test(message)) return say('The database does not answer. Please try again in a minute.')
  const isAway = away.test(code) || away.test(message)
  return isAway ? say('The portal cannot reach its database. Please try again in a minute.') : null
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  typeof error === 'object' &&
  error !== null &&
  typeof (error as { code?: unknown }).code === 'string' &&
  (error as { code: string }).code.length === 5

/**
 * Converts database errors that are due to the caller's request to refusals. Returns null for a fault of the
 * server.
 */
export function convertToRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const unavailability = getUnavailability(error)
  if (unavailability || !isDatabaseError(error)) return unavailability
  switch (error.code) {
    case '42501':
      // If the database role lacks a privilege, it is a fault of the server and not of the caller.
      return error.routine === 'aclcheck_error'
        ? null
        : new Refusal('forbidden', 'You may not change this record.')
    case '25006':
      return new Refusal('forbidden', 'This call only reads.')
    case '23505':
    case '23P01':
      return new Refusal('conflict', 'A record with these values exists already.')
    case '23503':
      return new Refusal('rule', 'A record this refers to does not exist, or this record is still in use.')
    case '23502':
      return new Refusal('invalid', '*Field is required', [
        { field: camel(error.column ?? ''), message: '*Field is required' },
      ])
    case '23514':
      return new Refusal('rule', 'A value is outside the allowed range.')
    case '55P03':
      return new Refusal('conflict', 'Somebody else is changing this record. Please try again.')
    default:
      return unstorable.test(error.code)
        ? new Refusal('invalid', 'A value cannot be stored as entered.')
        : null
  }
}

/**
 * Whether an error is a serialization failure or a deadlock, after which running the transaction again helps.
 */
export const isTransient = (error: unknown): boolean =>
  isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')

const camel = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
