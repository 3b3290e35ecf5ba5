import type { Served } from '#kernel/server/serve.ts'
import { companyHandlers } from './companies.ts'
import { historyHandlers } from './history.ts'
import { listHandlers } from './lists.ts'
import { mergeHandlers } from './merge.ts'

export { type CompanyRecords, rowsOfCompany } from './merged.ts'

/** Every call that the companies module answers. */
export const served: Served[] = [...companyHandlers, ...listHandlers, ...mergeHandlers, ...historyHandlers]
