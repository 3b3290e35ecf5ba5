import { Queue } from '#engines/review/web/index.ts'
import { requests } from '../model/requests.ts'
import { requestColumns } from './columns.tsx'

/**
 * The contact change requests in scope as a work queue; `part` limits it to those of properties or of
 * companies.
 */
export const Requests = (queueOptions: { caption: string; part?: string }) => (
  <Queue
    review={requests}
    pages={{ columns: requestColumns }}
    empty="No contact change was asked for yet."
    {...queueOptions}
  />
)
