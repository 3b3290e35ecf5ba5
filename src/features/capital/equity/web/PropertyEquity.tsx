import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { PendingChanges } from '#core/platform/pendingChanges/web/index.ts'
import { formatDate, today } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { TabProps } from '#kernel/web/module.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useHolds, useMay } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type FigureView, figures, getByProject } from '../model/calls.ts'
import { DEVELOPMENT_COST } from '../model/pending.ts'
import { CorrectionDialog, DecisionDialog, NextYearButton, SetOnceButtons } from './actions.tsx'
import { equityQueryKeys as shownKeys } from './display.ts'

const pendingKinds = [DEVELOPMENT_COST]

/** The Equity tab of a property: its beginning values, and its equity through the years. */
export default function PropertyEquity({ propertyId }: TabProps['property']) {
  return useHolds('EquityFigures', 'read', propertyId) ? (
    <Equity propertyId={propertyId} />
  ) : (
    <p>
      You have no access to the equity figures of this property. Your company’s administrator can give it to
      you.
    </p>
  )
}

const col = columns<FigureView>()
const yearColumns = [
  col.text('Year', (item) => item.figure.year, { width: 65 }),
  col.money('Principal paid', (item) => item.figure.principalPaid, { width: 120, total: true }),
  col.money('Improvements', (item) => item.figure.approvedImprovements, { width: 115, total: true }),
  col.money('Equity', (item) => item.figure.equity, { width: 135 }),
  col.text('Rate', (item) => (item.figure.rate === null ? '' : `${item.figure.rate}%`), { width: 65 }),
  col.money('Allowed a year', (item) => item.figure.allowedDistribution, { width: 125 }),
  col.money('Cost less mortgages', (item) => item.byDefinition, { width: 150 }),
  col.money('Difference', (item) => item.difference, { width: 105 }),
  col.text('How', (item) => [item.formula, ...item.computed.gaps].join(' '), { width: 420, wrap: true }),
  col.chip(
    'Commission',
    (item) => item.figure.discretion,
    (item) => (item.figure.discretion === 'For the commission' ? 'yellow' : 'gray'),
    { width: 140 },
  ),
  col.date('Notified', (item) => item.notice?.sentAt, { width: 95 }),
  col.text('Set', (item) => `${item.setByName ?? ''}, ${formatDate(item.figure.setAt, 'MM/DD/YYYY')}`, {
    width: 190,
    lesser: true,
  }),
  col.text('Note', (item) => item.figure.note, { width: 220, wrap: true }),
]

function Equity({ propertyId }: { propertyId: number }) {
  const views = useCall(getByProject, { params: { propertyId } })
  const canChange = useMay(figures.update)
  const columns = useMemo(() => {
    if (!canChange) return yearColumns
    const changeColumn = col.node(
      'Change',
      (item) => (
        <Group gap="xs" wrap="nowrap">
          <CorrectionDialog view={item} />
          <DecisionDialog view={item} />
        </Group>
      ),
      { width: 190 },
    )
    return [...yearColumns, changeColumn]
  }, [canChange])
  const first = views.findLast((view) => view.figure.developmentCost !== null)
  const newest = views[0]?.figure
  const year = Number(today().slice(0, 4)) - 1
  return (
    <>
      <Beginning view={first ?? views.at(-1)} />
      <PendingChanges kinds={pendingKinds} subjectIds={[propertyId]} refetchKeys={shownKeys} />
      {canChange && (
        <Group gap="sm" my="sm" data-noprint>
          <SetOnceButtons propertyId={propertyId} views={views} year={newest?.year ?? year} />
          {first && newest && newest.year < year && (
            <NextYearButton propertyId={propertyId} year={newest.year + 1} />
          )}
        </Group>
      )}
      <DataTable
        caption="Equity figures"
        rows={views}
        columns={columns}
        rowKey={(item) => item.figure.equityFigureId}
        height="none"
        csvName="equity"
        empty="What this property begins with is not set yet."
      />
    </>
  )
}

const formatDay = (value: string | null | undefined) => (value ? formatDate(value, 'MM/DD/YYYY') : 'not set')

/** The beginning values of a property, which are set once. */
function Beginning({ view }: { view: FigureView | undefined }) {
  if (!view) return null
  const { figure } = view
  return (
    <Facts
      facts={[
        { label: 'Development cost', value: formatMoney(figure.developmentCost) },
        { label: 'Mortgages, original principal', value: formatMoney(figure.originalMortgages) },
        { label: 'Initial equity', value: formatMoney(figure.initialEquity) },
        { label: 'Principal paid to the cut-off', value: formatMoney(figure.principalBefore ?? 0) },
        { label: 'Closing report', value: formatDay(figure.closingReportDate) },
        { label: 'Cut-off date', value: formatDay(figure.cutoffDate) },
      ]}
    />
  )
}
