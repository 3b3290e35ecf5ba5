import type { Answer } from '#kernel/model/call.ts'
import type { getCompanyRequests, getRequest } from '../model/calls.ts'

export type Detail = Answer<typeof getRequest>
export type ChangeLine = Detail['lines'][number]
export type RequestLine = Answer<typeof getCompanyRequests>[number]
