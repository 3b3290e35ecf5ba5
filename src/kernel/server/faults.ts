import { Refusal } from '../model/refusals.ts'

type DatabaseError = { code: string; constraint?: string; detail?: string; column?: string; routine?: string }

const unstorable = /^22(001|003|007|008|021|P02|P05)$/

/** The portal cannot answer any request at the moment. */
export class Unavailable extends Refusal {
  override readonly answerHeaders = { 'retry-after': '5' }
}

/**
 * How it looks when the database is away, starts, stops or takes no more connections, and when it is there
 * but silent.
 */
const away =
  /^(ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08|57P0|53[234])|^(Connection terminated|Client (was closed|has encountered)|Cannot use a pool)|connect ENOENT/
const silent = /^(timeout exceeded when trying to connect|Query read timeout)/

/** Why the database cannot be used just now, in plain words; null when that is not what went wrong. */
function getAbsence(error: unknown): Refusal | null {
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
 * Errors of the database that mean the caller asked for something impossible, put as refusals; null for a
 * true fault.
 */
export function convertToRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const absence = getAbsence(error)
  if (absence || !isDatabaseError(error)) return absence
  switch (error.code) {
    case '42501':
      // A right that the role of requests lacks is no fault of the caller's.
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

/** True for the two failures of concurrent transactions that succeed when simply run again. */
export const isTransient = (error: unknown): boolean =>
  isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')

const camel = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
