import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormValues } from '#engines/review/web/index.ts'
import { parseDay } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import type { Detail } from '../model/applications.ts'
import { getChargeableRent } from '../model/arithmetic.ts'
import type { RentGap } from '../model/entities.ts'
import { computeHousehold, MAX_HOUSEHOLDS, type Rent } from '../model/rules.ts'
import { blankHousehold, type formLines, parseHousehold } from './householdForm.ts'
import styles from './rentGap.module.css'

type Values = FormValues<typeof RentGap, typeof formLines>
const LineItems = getLineItems<Values>()
const Field = getField<Values>()

/** The list of households in a draft application, each with its amount recomputed while it is edited. */
export function Households({ detail }: { detail: Detail }) {
  const columns = useMemo(() => getColumns(detail.rents), [detail.rents])
  const results = useResults(detail)
  const serialized = JSON.stringify(results.map(({ gap, months, amount }) => ({ gap, months, amount })))
  const marks = useMemo(() => {
    const all = JSON.parse(serialized) as { gap: number | null; months: number; amount: number | null }[]
    const total = sumMoney(all.map((item) => item.amount))
    return {
      label: 'Amount',
      width: 110,
      render: (index: number) => <HouseholdAmount {...all[index]} />,
      total: <span className={styles.computed}>{formatMoney(total)}</span>,
    }
  }, [serialized])
  const details = useCallback(
    (index: number) => <HouseholdDetails index={index} rent={results[index]?.rent} />,
    [results],
  )
  return (
    <LineItems
      name="items"
      columns={columns}
      blank={blankHousehold}
      maxLines={MAX_HOUSEHOLDS}
      marks={marks}
      paste={pasteOnlyFields}
      renderDetail={details}
      detailLabel="More"
    />
  )
}

/** Computes the amount of each household in the form, with the rents of the first day. */
function useResults({ rents }: Detail) {
  const { form } = useFormParts<Values>()
  const [items, start, end] = useWatch({
    control: form.control,
    name: ['items', 'periodStart', 'periodEnd'],
  })
  return useMemo(() => {
    const period = { periodStart: parseDay(start), periodEnd: parseDay(end) }
    return (items ?? []).map((item) => computeHousehold(parseHousehold(item), period, rents))
  }, [items, start, end, rents])
}

function HouseholdAmount({
  gap,
  months,
  amount,
}: {
  gap?: number | null
  months?: number
  amount?: number | null
}) {
  if (gap === null || gap === undefined) return null
  if (amount === 0) return <span className={styles.fault}>No gap</span>
  return (
    <span className={styles.computed}>
      {formatMoney(amount)}
      <small>
        {formatMoney(gap)} × {months}
      </small>
    </span>
  )
}

const getChoices = (pairs: readonly (readonly [number, string])[]) =>
  [...new Map(pairs)].map(([value, label]) => ({ value, label }))

const getColumns = (rents: readonly Rent[]) =>
  [
    { name: 'unit', width: 70, required: true, headings: ['Apartment', 'Unit number'] },
    {
      name: 'projectRoomTypeId',
      width: 128,
      required: true,
      options: getChoices(rents.map((rent) => [rent.projectRoomTypeId, rent.unitType])),
      headings: ['Bedrooms'],
    },
    {
      name: 'rentTypeId',
      width: 128,
      options: getChoices(
        rents.flatMap(({ rentTypeId, rentType }) => (rentTypeId ? [[rentTypeId, rentType ?? '']] : [])),
      ),
      headings: ['Program'],
    },
    { name: 'headOfHousehold', required: true, headings: ['Household', 'Tenant'] },
    { name: 'moveInDate', width: 132, required: true, headings: ['Move-in'] },
    { name: 'tenantRent', width: 105, required: true, rounding: false, headings: ['Rent', 'Tenant rent'] },
  ] as const

/** Fields that may be pasted in addition to the columns. */
const pasteOnlyFields = [
  { name: 'moveOutDate', headings: ['Move-out'] },
  { name: 'householdNumber', headings: ['Household id', 'Tenant number'] },
] as const

/**
 * The expanded details of a household: its number, the day it moved out, a voucher, and the rent that may
 * be charged for its unit.
 */
function HouseholdDetails({ index, rent }: { index: number; rent: Rent | undefined }) {
  const getFieldPath = <Name extends string>(name: Name) => `items.${index}.${name}` as const
  return (
    <div className={styles.details}>
      <FieldRow>
        <Field name={getFieldPath('moveOutDate')} width={160} />
        <Field name={getFieldPath('householdNumber')} width={220} />
        <Field name={getFieldPath('hasVoucher')} />
      </FieldRow>
      {rent && (
        <p>
          {formatMoney(getChargeableRent(rent))} may be charged: approved are {formatMoney(rent.approvedRent)}
          {rent.programMax !== null &&
            `, and the program allows ${formatMoney(rent.programMax)} with ${formatMoney(rent.utilityAllowance)} of utilities`}
          .
        </p>
      )}
    </div>
  )
}
