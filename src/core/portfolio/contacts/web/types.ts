import type { Answer } from '#kernel/model/call.ts'
import type { getByProject } from '../model/calls.ts'

/** A contact of a property or company, by type. */
export type ContactLine = Answer<typeof getByProject>[number]
