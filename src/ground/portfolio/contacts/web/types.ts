import type { Answer } from '#kernel/model/call.ts'
import type { getByProject } from '../model/calls.ts'

export type ContactLine = Answer<typeof getByProject>[number]
