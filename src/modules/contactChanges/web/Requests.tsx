import { useMemo } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { RecordTable } from '#review/web/index.ts'
import { type Line, requests } from '../model/requests.ts'
import { requestColumns } from './columns.tsx'

/** Whether a request is about a property that is not managed by its owner; those go to the queue of companies. */
export const isOfProperty = ({ managementCompanyId, ownerManaged }: Line): boolean =>
  managementCompanyId === null && !ownerManaged

const every = () => true

/** The requests in scope as a work queue, or those of them that are wanted. */
export function Requests({ caption, which = every }: { caption: string; which?: (line: Line) => boolean }) {
  const all = useCall(requests.calls.list, {})
  const rows = useMemo(() => all.filter(which), [all, which])
  return (
    <RecordTable
      review={requests}
      columns={requestColumns}
      rows={rows}
      caption={caption}
      empty="No contact change was asked for yet."
    />
  )
}
