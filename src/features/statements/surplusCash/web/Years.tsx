import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { PendingChanges } from '#core/platform/pendingChanges/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Section } from '#ui/frame/Section.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { accruals, computeAgain, getAccrualsAllowCreate, setByHand } from '../model/calls.ts'
import { YearlyDistributionsAccrued } from '../model/entities.ts'
import type { ComputationView, Right } from '../model/views.ts'

const refreshedPaths = ['computationofdistributions', 'yearlydistributionsaccrued', 'pendingchange']
const pendingKinds = ['right', 'basis']
const col = columns<Right>()

/** The table of the rights of every year through this one. */
export function Years({ view, setting }: { view: ComputationView; setting: boolean }) {
  const write = useWrite(refreshedPaths, { quiet: false })
  const { years, propertyId, computationOfDistributionsId: computationOfDistributionId } = view
  const missing = years.filter((year) => year.yearlyDistributionsAccruedId === null).length
  const create = () =>
    write(
      getAccrualsAllowCreate,
      { params: { computationOfDistributionId: computationOfDistributionId ?? 0 } },
      'Every year has its row now.',
    )
  // Only a manager may set a year that already has a row.
  const mayCorrect = useMay(setByHand)
  const shownColumns = useMemo(
    () => getColumns(propertyId, { setting, mayCorrect }),
    [propertyId, setting, mayCorrect],
  )
  return (
    <Section title="Yearly rights">
      <PendingChanges kinds={pendingKinds} subjectIds={[propertyId]} refetchKeys={refreshedPaths} />
      <DataTable
        caption="Yearly rights to distributions"
        rows={years}
        columns={shownColumns}
        rowKey={(item) => item.year}
        height="none"
        plain
        empty="No year has earned a right yet."
      />
      {setting && (
        <Group mt="sm" mb="sm">
          {missing > 0 && computationOfDistributionId !== null && (
            <Button variant="default" onClick={() => void create().catch(() => undefined)}>
              Write the rows of {missing} {missing === 1 ? 'year' : 'years'} that are computed but not stored
            </Button>
          )}
          <SetYearButton propertyId={propertyId} right={null} />
        </Group>
      )}
    </Section>
  )
}

const getColumns = (
  propertyId: number,
  { setting, mayCorrect }: { setting: boolean; mayCorrect: boolean },
) => [
  col.text('Year', (item) => String(item.year), { width: 80 }),
  col.text('Months', (item) => String(item.months), { width: 80 }),
  col.money('Equity', (item) => item.equity, { width: 130 }),
  col.text('Rate', (item) => (item.rate === null ? '' : `${item.rate}%`), { width: 80 }),
  col.money('Earned', (item) => item.earned, { width: 120, total: true }),
  col.money('Paid', (item) => item.paid, { width: 120, total: true }),
  col.money('Open at its end', (item) => item.balance, { width: 130 }),
  col.text('From', (item) => (item.typed ? `Set by hand${item.note ? `: ${item.note}` : ''}` : 'Computed'), {
    width: 200,
  }),
  ...(setting
    ? [
        col.node(
          'Set',
          (item) => (
            <Group gap="xs" wrap="nowrap">
              {(mayCorrect || item.yearlyDistributionsAccruedId === null) && (
                <SetYearButton propertyId={propertyId} right={item} />
              )}
              {item.typed && <ComputeAgainButton right={item} />}
            </Group>
          ),
          { width: 190 },
        ),
      ]
    : []),
]

const schema = YearlyDistributionsAccrued.row.pick({
  year: true,
  months: true,
  equity: true,
  rate: true,
  earned: true,
  note: true,
})

const Field = getField(schema)

/** The button that computes a year set by hand again. */
function ComputeAgainButton({ right }: { right: Right }) {
  const write = useWrite(refreshedPaths, { quiet: false })
  const id = right.yearlyDistributionsAccruedId ?? 0
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Compute again ${right.year}`}
      onClick={() =>
        void write(computeAgain, { params: { id } }, `${right.year} is computed again.`).catch(
          () => undefined,
        )
      }
    >
      Compute again
    </Button>
  )
}

/** Returns the fields that change in a year with a row: all except the year itself. */
const omitYear = <D extends { year: unknown; note: string | null }>({ year: _, ...draft }: D) => ({
  ...draft,
  note: draft.note ?? '',
})

/**
 * Describes the result of setting a year. If the stored right differs from the sent one, it waits for a
 * second person.
 */
const describeEarned = (sentAmount: number, storedAmount: number): string =>
  storedAmount === sentAmount
    ? 'The year is set.'
    : 'The right is raised: a second person confirms it, and until then it counts as before.'

/**
 * The button and dialog to set a year by hand, for example rights from before the portal. The year is then
 * no longer computed.
 */
function SetYearButton({ propertyId, right }: { propertyId: number; right: Right | null }) {
  const write = useWrite(refreshedPaths)
  const id = right?.yearlyDistributionsAccruedId ?? 0
  const values = right ?? { year: null, months: 12, equity: null, rate: null, earned: 0, note: null }
  return (
    <RecordDialog
      button={right ? 'Set' : 'Set a year by hand'}
      {...(right ? { of: `${right.year}, open ${formatMoney(right.balance)}`, small: true } : {})}
      title={right ? `Right of ${right.year}` : 'Right of a year'}
      save="Set"
      schema={schema}
      values={values}
      send={(payload) =>
        id > 0
          ? write(setByHand, { params: { id }, body: omitYear(payload) }, (stored) =>
              describeEarned(payload.earned, stored.earned),
            )
          : write(accruals.create, { body: { propertyId, ...payload } }, (stored) =>
              describeEarned(payload.earned, stored.earned),
            )
      }
    >
      <FieldRow>
        <Field name="year" width={120} />
        <Field name="months" width={120} />
        <Field name="equity" width={180} />
        <Field name="rate" width={140} />
      </FieldRow>
      <FieldRow>
        <Field name="earned" width={180} />
      </FieldRow>
      <Field name="note" required help="Where the figures come from, and why they are set by hand." />
    </RecordDialog>
  )
}
