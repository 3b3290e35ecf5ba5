import { Suspense, useMemo } from 'react'
import { useLocation, useParams } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { PrintButton } from '#ui/frame/PrintButton.tsx'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { listName } from '#ui/table/listAddress.ts'
import { useTableState } from '#ui/table/useTableState.ts'
import { useFirstView } from '#ui/table/ViewPanel.tsx'
import { type AnyReport, getFilterBlockDefaults } from '../model/index.ts'
import { Parameters } from './Parameters.tsx'
import { ReportTable } from './ReportTable.tsx'

/**
 * Returns the defaults of a screen that differ from those of its report; `projectId` is set on the screen
 * of a single property.
 */
export type GetFirstValues = (projectId: number | null) => Readonly<Record<string, string | number>>

/**
 * Returns the component of a screen with one report, or with several as tabs; the address names the current
 * tab.
 */
export const renderScreen =
  (reports: readonly AnyReport[], first: GetFirstValues = () => ({}), title?: string) =>
  () => <ReportScreen reports={reports} first={first} title={title ?? reports[0]!.facts.title} />

const parentLinks = [{ label: 'Reports', to: '/reporting' }]

type Props = { reports: readonly AnyReport[]; first: GetFirstValues; title: string }

function ReportScreen({ reports, first, title }: Props) {
  const parts = reports.map(({ part = '' }) => part)
  const [part, setPart] = useAddressValue('part', parts[0]!, parts)
  const report = reports.find((report) => (report.part ?? '') === part)!
  const element = <ReportPart key={part} report={report} first={first} />
  return (
    <Screen title={title} breadcrumbs={parentLinks} actions={<PrintButton />}>
      {reports.length === 1 ? (
        element
      ) : (
        <Tabs label="Parts" tabs={parts.map((label) => ({ label }))} value={part} onChange={setPart}>
          <Suspense fallback={<ScreenSkeleton rows={6} />}>{element}</Suspense>
        </Tabs>
      )}
    </Screen>
  )
}

/**
 * One report: its parameters, then its rows with totals, then the definitions. All choices are in the
 * address and can be saved as a private or shared view. `projectId` in the address limits the report to one
 * property.
 */
function ReportPart({ report, first }: { report: AnyReport; first: GetFirstValues }) {
  const { projectId } = useParams()
  const { pathname } = useLocation()
  const filterBlock = useCall(getFilterBlockDefaults, { params: { reportNumber: report.facts.number } })
  const block = useMemo(
    () => ({
      ...filterBlock,
      defaults: { ...filterBlock.defaults, ...first(projectId ? Number(projectId) : null) },
    }),
    [filterBlock, first, projectId],
  )
  const list = listName(`${report.facts.title} ${report.part ?? ''}`)
  const stateKeys = { memory: `report ${pathname} ${list}`, list }
  const [state, onChange, untouched] = useTableState(stateKeys, {})
  useFirstView(pathname.toLowerCase(), untouched, onChange)
  const fixedFilters = projectId ? { projectId: Number(projectId) } : undefined
  return (
    <>
      <Parameters
        report={report}
        block={block}
        choices={state.choices}
        without={
          fixedFilters ? ['projectId', 'managementCompanyId', 'countyId', 'regionId', 'propertyStatus'] : []
        }
        onChange={(choices) => onChange({ choices })}
      />
      <ReportTable
        report={report}
        block={fixedFilters ? { ...block, defaults: withoutStatus(block.defaults) } : block}
        fixed={fixedFilters ?? {}}
        list={list}
        path={pathname.toLowerCase()}
        state={state}
        onChange={onChange}
      />
    </>
  )
}

/**
 * Removes the property status from the defaults, so that a single property is shown regardless of its
 * status.
 */
function withoutStatus({
  propertyStatus: _status,
  ...defaults
}: Readonly<Record<string, string | number | boolean>>) {
  return defaults
}
