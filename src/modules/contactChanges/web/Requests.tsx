import { Queue } from '#review/web/index.ts'
import { type Line, requests } from '../model/requests.ts'
import { requestColumns } from './columns.tsx'

/** Whether a request is about a property that is not managed by its owner; those go to the queue of companies. */
export const isOfProperty = ({ managementCompanyId, ownerManaged }: Line): boolean =>
  managementCompanyId === null && !ownerManaged

/** The requests in scope as a work queue, or those of them that are wanted. */
export const Requests = (shown: { caption: string; which?: (line: Line) => boolean }) => (
  <Queue
    review={requests}
    pages={{ columns: requestColumns }}
    empty="No contact change was asked for yet."
    {...shown}
  />
)
