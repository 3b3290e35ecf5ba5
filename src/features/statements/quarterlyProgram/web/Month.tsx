import { useLocation, useParams } from 'react-router'
import { FoundRecord, getCrumbs, Record } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getByPeriod } from '../model/calls.ts'
import { months } from '../model/months.ts'
import { getMonthStart, monthName } from '../model/periods.ts'
import { InProgram } from './InProgram.tsx'
import { MonthLinks } from './MonthLinks.tsx'
import { monthPages } from './monthPages.tsx'

/** The screen of a property's month: its sheets to fill in or read. */
export default function Month() {
  const { projectId = '', periodDate = '' } = useParams()
  // Submitting returns to the same address. The key makes the screen load the month that was new before.
  const { key } = useLocation()
  const month = getMonthStart(periodDate)
  return (
    <InProgram review={months} propertyId={Number(projectId)} months={[month]} title={monthName(month)}>
      <MonthLoader key={`${key} ${month}`} projectId={Number(projectId)} periodDate={month} />
    </InProgram>
  )
}

function MonthLoader(params: { projectId: number; periodDate: string }) {
  const readOnly = useReadOnly()
  const detail = useCall(getByPeriod, { params })
  if (detail.tcapId > 0) return <Record review={months} pages={monthPages} id={detail.tcapId} />
  if (detail.canEdit && !readOnly) return <FoundRecord review={months} pages={monthPages} detail={detail} />
  const month = monthName(detail.periodDate)
  return (
    <Screen title={month} of={detail.subject} breadcrumbs={getCrumbs(months, detail)}>
      <MonthLinks detail={detail} />
      <EmptyState title={`${month} was not begun`} text="The management company begins it." />
    </Screen>
  )
}
