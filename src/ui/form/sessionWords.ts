import { z } from 'zod'
import { formatClockTime } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { faultsOfIssues } from './faults.ts'
import { type Conflict, getConflicts } from './merge.ts'

/** Nothing was given. */
export const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
/** An error's own words, else a plain request to try again. */
export const wordsOfError = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Please try again.'

/**
 * Returns whether an error does not concern the sent data: no answer came, or the server was unable to give
 * one.
 */
export const isUnreached = (error: unknown): boolean => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return status === 0 || (typeof status === 'number' && status >= 500)
}

/**
 * Returns the faults that the schema finds; a rule that throws is a fault of the form, because nothing may be
 * sent and the user must be notified.
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

/** The clock at the agency, as in "Saved 10:42 AM". */
export const clock = (): string => formatClockTime(new Date())

/**
 * Returns the fields that were changed in two ways, here and in a newer version; the version number itself is
 * left out.
 */
export const describedConflicts = (...versions: Parameters<typeof getConflicts>): Conflict[] =>
  getConflicts(...versions).filter(({ path }) => path !== 'version')
