import { Alert, Fieldset } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import type { FormProps, FormValues } from '#engines/review/web/index.ts'
import { populations } from '#features/compliance/specialNeeds/model/index.ts'
import { monthName } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import type { ProjectOccupancy } from '../model/entities.ts'
import { moveOutReasons } from '../model/moveOuts.ts'
import type { MonthDetail } from '../model/occupancies.ts'
import { computeOccupancyPercent, computeOccupied, getOccupancyTotals, type Room } from '../model/rooms.ts'
import { needsExplanation } from '../model/rules.ts'
import type { formLines } from './formLines.ts'

type MonthValues = FormValues<typeof ProjectOccupancy, typeof formLines>
const Field = getField<MonthValues>()
const LineItems = getLineItems<MonthValues>()

const specialNeedsColumns = [
  {
    name: 'population',
    options: populations.map((population) => ({ value: population, label: population })),
  },
  { name: 'referred', width: 140 },
  { name: 'others', width: 140 },
] as const

/** The input fields of a unit type. */
function RoomFields({ room, at }: { room: Room; at: number }) {
  const name = <Name extends string>(field: Name) => `rooms.${at}.${field}` as const
  return (
    <Fieldset legend={`${room.name}: ${plural(room.units, 'unit', 'units')}`}>
      <FieldRow>
        <Field name={name('vacantCount')} width={140} />
        <Field name={name('offLineCount')} width={150} />
        <Field name={name('noticeCount')} width={110} />
        <Field name={name('moveIns')} width={110} />
        <Field name={name('waitingList')} width={120} />
      </FieldRow>
      <details>
        <summary>Who moved out, by reason</summary>
        <FieldRow>
          {moveOutReasons.map(({ code }) => (
            <Field key={code} name={name(`moveOuts.${code}`)} width={190} />
          ))}
        </FieldRow>
      </details>
      {room.specialNeedsCount > 0 && (
        <LineItems
          name={name('specialNeedsDetails')}
          columns={specialNeedsColumns}
          blank={{ population: populations[0], referred: null, others: null }}
        />
      )}
    </Fieldset>
  )
}

/**
 * The totals of the month as they are entered, and the explanation fields if occupancy is below the
 * threshold.
 */
function Sums({ detail }: { detail: MonthDetail }) {
  const { form } = useFormParts<MonthValues>()
  const rooms = useWatch({ control: form.control, name: 'rooms' }) as Room[]
  const totals = getOccupancyTotals(rooms)
  const below = needsExplanation(totals, detail)
  return (
    <>
      <Facts
        line
        facts={[
          { label: 'Units', value: String(totals.units) },
          { label: 'Occupied', value: String(computeOccupied(totals) ?? '–') },
          { label: 'Occupancy', value: formatOccupancy(computeOccupancyPercent(totals)) },
          {
            label: 'Month before',
            value: detail.last ? formatOccupancy(computeOccupancyPercent(detail.last)) : 'not reported',
          },
          { label: 'Moved out', value: String(totals.moveOuts ?? '–') },
        ]}
      />
      {below && (
        <Fieldset legend={`Below ${detail.explainBelow}%: why, and what is done`}>
          <Field name="whyBelow" rows={2} />
          <Field name="stepsTaken" rows={2} />
          <FieldRow>
            <Field name="inquiries" width={140} />
            <Field name="applications" width={140} />
          </FieldRow>
        </Fieldset>
      )}
    </>
  )
}

/** The form of a month: every unit type, the totals, and the explanation if one is required. */
export function MonthForm({ detail }: FormProps<MonthDetail>) {
  return (
    <>
      {detail.missing.length > 0 && (
        <Alert color="yellow" title="An earlier month is missing">
          {`${detail.missing.map(monthName).join(', ')}: it can be entered afterwards.`}
        </Alert>
      )}
      {detail.exempt && <p>{detail.exempt}</p>}
      {detail.rooms.map((room, index) => (
        <RoomFields key={room.projectRoomTypeId} room={room} at={index} />
      ))}
      <Sums detail={detail} />
      <Field name="comments" rows={2} />
    </>
  )
}
