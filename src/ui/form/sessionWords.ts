import { z } from 'zod'
import { getKernelTime } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { faultsOfIssues } from './faults.ts'
import { type Conflict, getConflicts } from './merge.ts'

/** Nothing was given. */
export const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
/** An error's own words, else a plain request to try again. */
export const wordsOfError = (error: unknown) =>
  error instanceof Error && error.message ? error.message : 'Please try again.'

/**
 * Whether an error says nothing about what was sent: no answer came, or the server was not able to give one.
 */
export const isUnreached = (error: unknown): boolean => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return status === 0 || (typeof status === 'number' && status >= 500)
}

/**
 * What the schema finds; a rule that breaks is a fault of the form, for nothing may be sent and the user must
 * be told.
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
export const clock = (): string => getKernelTime(new Date())

/** What was changed here and in a newer version, in two ways; its version itself tells nothing. */
export const describedConflicts = (...versions: Parameters<typeof getConflicts>): Conflict[] =>
  getConflicts(...versions).filter(({ path }) => path !== 'version')
