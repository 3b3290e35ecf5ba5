import type { Answer } from '#kernel/model/call.ts'
import type { getRequest } from '../model/calls.ts'

export type Detail = Answer<typeof getRequest>
