import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { Answer } from '#kernel/model/call.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import type { getByProjectId } from '../model/calls.ts'
import { countStepsLeft, getAverageIncome, type TestedUnit } from '../model/test.ts'

const joinUnits = (units: readonly TestedUnit[]): string => units.map((unit) => unit.unit).join(', ')
const percent = (value: number | null): string => (value === null ? '' : `${value.toFixed(2)}%`)

/** Shows the result of the test for the designations in the form. */
export function TestResult({
  totalUnits,
  limits,
}: Pick<Answer<typeof getByProjectId>, 'totalUnits' | 'limits'>) {
  const { form } = useFormParts<{ units: TestedUnit[] }>()
  const editedUnits = useWatch({ control: form.control, name: 'units' })
  const outcome = useMemo(
    () => getAverageIncome(editedUnits ?? [], totalUnits, limits),
    [editedUnits, totalUnits, limits],
  )
  const { group, average, holds, room, removed, averageLeft, groupHolds, share, overIncome } = outcome
  const steps = countStepsLeft(room)
  return (
    <section aria-label="Average income test">
      <p role="status">
        <Chip color={holds ? 'green' : 'red'}>{holds ? 'Met' : 'Not met'}</Chip>{' '}
        {explainOutcome(outcome, limits)}
      </p>
      <Facts
        facts={[
          { label: 'Average', value: `${percent(average) || '–'} (most ${limits.mostAverage}%)` },
          {
            label: 'Headroom',
            value:
              room < 0
                ? `${-room} points too many`
                : `${room} points: ${steps === 1 ? '1 unit' : `${steps} units`} may go up by 10`,
          },
          {
            label: 'Units in the group',
            value: `${group.length} of ${Math.max(totalUnits ?? 0, editedUnits?.length ?? 0)}`,
          },
          ...(removed.length > 0
            ? [
                { label: 'Fall out from the top', value: joinUnits(removed) },
                {
                  label: 'Then',
                  value: `${percent(averageLeft)}, ${percent(share)} of all units: ${groupHolds ? 'met' : 'not met'}`,
                },
              ]
            : [{ label: 'Part of all units', value: percent(share) }]),
          { label: 'Over income', value: joinUnits(overIncome) },
        ]}
      />
    </section>
  )
}

function explainOutcome(
  { group, holds, room, removed, groupHolds }: ReturnType<typeof getAverageIncome>,
  { mostAverage, leastShare }: { mostAverage: number; leastShare: number },
): string {
  if (holds) return ''
  if (group.length === 0) return 'No unit is designated yet.'
  if (room >= 0) return `The group must be ${leastShare}% of all units.`
  if (groupHolds)
    return `The average is over ${mostAverage}%. Without ${removed.length === 1 ? 'the unit' : `the ${removed.length} units`} named below, the test is met.`
  return `The average is over ${mostAverage}%, and too few units are left without the highest ones.`
}
