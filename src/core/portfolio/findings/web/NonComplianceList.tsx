import { Suspense } from 'react'
import { RequirePropertyAccess } from '#core/portfolio/properties/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { findings, queryFindings } from '../model/calls.ts'
import { FindingTable, getFindingSummary } from './FindingTable.tsx'
import { Future } from './FutureTable.tsx'
import { LogDialog } from './LogDialog.tsx'

const OPEN = 'Open'
const FUTURE = 'Will fail'
const OVER = 'Over'

/** The screen with present, future and past non-compliance of one property or of all the caller sees. */
export default function NonComplianceList() {
  const { propertyId } = useNumericParams('propertyId')
  const list = <Findings propertyId={propertyId} />
  return propertyId > 0 ? <RequirePropertyAccess propertyId={propertyId}>{list}</RequirePropertyAccess> : list
}

function Findings({ propertyId }: { propertyId: number }) {
  const agency = useIsAgency()
  const mayLog = useMay(findings.create)
  const rows = useCall(queryFindings, { body: { open: true, projectId: propertyId } })
  const [view, setView] = useAddressValue('view', OPEN, [OPEN, FUTURE, OVER])
  const table = { ofProperty: propertyId > 0, agency }
  return (
    <Screen title="Non-compliance" actions={mayLog && <LogDialog propertyId={propertyId || null} />}>
      <p>{getFindingSummary(rows)}</p>
      <Tabs
        label="Parts"
        tabs={[{ label: OPEN, count: rows.length }, { label: FUTURE }, { label: OVER }]}
        value={view}
        onChange={setView}
      >
        <Suspense fallback={<ScreenSkeleton rows={6} />}>
          {view === OPEN && <FindingTable rows={rows} kind="open" {...table} />}
          {view === FUTURE && <Future propertyId={propertyId} />}
          {view === OVER && <Over propertyId={propertyId} {...table} />}
        </Suspense>
      </Tabs>
    </Screen>
  )
}

function Over({ propertyId, ...table }: { propertyId: number; ofProperty: boolean; agency: boolean }) {
  const rows = useCall(queryFindings, { body: { open: false, projectId: propertyId, isAdmin: table.agency } })
  return <FindingTable rows={rows} kind="over" {...table} />
}
