import { getCrumbs, Record } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { getByQuarter } from '../model/calls.ts'
import { formatQuarter, getQuarterlyProgramMonths, type Quarter } from '../model/periods.ts'
import { quarters } from '../model/quarters.ts'
import { InProgram } from './InProgram.tsx'
import { ReadOnlyQuarter } from './QuarterReading.tsx'
import { quarterPages } from './quarterPages.tsx'

/**
 * The screen of a quarter with its months and the agency's review. A quarter without any begun month can
 * only be read.
 */
export default function QuarterScreen() {
  const params = useNumericParams('projectId', 'year', 'quarter')
  return (
    <InProgram
      review={quarters}
      propertyId={params.projectId}
      months={getQuarterlyProgramMonths(params)}
      title={formatQuarter(params)}
    >
      <QuarterLoader params={params} />
    </InProgram>
  )
}

function QuarterLoader({ params }: { params: Quarter & { projectId: number } }) {
  const detail = useCall(getByQuarter, { params })
  if (detail.tcapQuarterId > 0)
    return <Record review={quarters} pages={quarterPages} id={detail.tcapQuarterId} />
  return (
    <Screen title={formatQuarter(params)} of={detail.subject} breadcrumbs={getCrumbs(quarters, detail)}>
      <ReadOnlyQuarter detail={detail} refresh={async () => undefined} />
    </Screen>
  )
}
