import { Refusal } from '../model/refusals.ts'

type DatabaseError = { code: string; constraint?: string; detail?: string; column?: string }

const isDatabaseError = (error: unknown): error is DatabaseError =>
  typeof error === 'object' &&
  error !== null &&
  typeof (error as { code?: unknown }).code === 'string' &&
  (error as { code: string }).code.length === 5

/** Errors of the database that mean the caller asked for something impossible, put as refusals; null for a true fault. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (!isDatabaseError(error)) return null
  switch (error.code) {
    case '42501':
      return new Refusal('forbidden', 'You may not change this record.')
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
      return new Refusal('rule', 'A value lies outside what is allowed.')
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22021':
    case '22P02':
    case '22P05':
      return new Refusal('invalid', 'A value cannot be stored as it stands.')
    case '55P03':
      return new Refusal('conflict', 'Somebody else is changing this record. Please try again.')
    default:
      return null
  }
}

/** True for the two failures of concurrent transactions that succeed when simply run again. */
export const isTransient = (error: unknown): boolean =>
  isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')

const camel = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
