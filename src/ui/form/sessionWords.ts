import { z } from 'zod'
import { formatClockTime } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { faultsOfIssues } from './faults.ts'
import { type Conflict, getConflicts } from './merge.ts'

/** Whether a value is empty. */
export const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
/** Returns the message of an error, or a request to try again. */
export const getErrorMessage = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Please try again.'

/**
 * Whether an error is not about the sent data, because no answer came or the server failed.
 */
export const isUnreached = (error: unknown): boolean => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return status === 0 || (typeof status === 'number' && status >= 500)
}

/**
 * Returns the faults that the schema finds. If a rule throws, the result is a fault of the whole form,
 * because nothing may be sent.
 */
export function getIssues(schema: z.core.$ZodType, values: unknown): Fault[] {
  try {
    return faultsOfIssues(z.safeParse(schema, values).error?.issues ?? [])
  } catch {
    return [
      { field: '', message: 'This form could not be checked. Look for a date or an amount that is not one.' },
    ]
  }
}

/** Returns the current time at the agency, as in "Saved 10:42 AM". */
export const clock = (): string => formatClockTime(new Date())

/**
 * Returns the conflicts between typed changes and a newer version, without the version number itself.
 */
export const getFieldConflicts = (...versions: Parameters<typeof getConflicts>): Conflict[] =>
  getConflicts(...versions).filter(({ path }) => path !== 'version')
