import { useMemo } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { buildTimeline } from '#ui/frame/history.ts'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { getCompanyHistory } from '../model/calls.ts'
import { ManagementCompany } from '../model/entities.ts'

/** The changes of a company with the person who made each, newest first. */
export function CompanyTimeline({ companyId }: { companyId: number }) {
  const lines = useCall(getCompanyHistory, { params: { managementCompanyId: companyId } })
  const entries = useMemo(() => buildTimeline(lines, { entities: [ManagementCompany], whole: true }), [lines])
  return <Timeline entries={entries} />
}
