import { useMemo } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getCurrentGrossPotentialRent, getProjectAllRents } from '../model/contentCalls.ts'
import styles from './property.module.css'
import type { PropertyDetail } from './types.ts'
import { RentButtons, RentDialog, type UnitType, UnitTypeButtons, UnitTypeDialog } from './unitForms.tsx'

type Rent = Answer<typeof getProjectAllRents>[number]

type Amounts = { rent: number | null; utilityAllowance: number | null; allowanceInForce?: number | null }

/** Returns the allowance that applies with a rent: that of the schedule in force, else the rent's own. */
const getAllowance = ({ utilityAllowance, allowanceInForce }: Amounts) => allowanceInForce ?? utilityAllowance

const computeGrossRent = (amounts: Amounts) =>
  amounts.rent === null ? null : sumMoney([amounts.rent, getAllowance(amounts)])

const unit = columns<UnitType>()
const unitColumns = [
  unit.text('Unit type', (type) => type.name, { width: 150 }),
  unit.number('Bedrooms', (type) => type.bedrooms, { width: 95 }),
  unit.number('Units', (type) => type.count, { total: true, width: 90 }),
  unit.number('Special needs', (type) => type.specialNeedsCount, { total: true, width: 100 }),
  unit.number('Vacant', (type) => type.vacantCount, { total: true, width: 90 }),
  unit.money('Monthly rent', (type) => type.rent, { width: 120 }),
  unit.money('Highest rent', (type) => type.highestRent, { width: 110 }),
  unit.money('Utility allowance', (type) => type.utilityAllowance, { width: 110 }),
  unit.money('Gross rent', computeGrossRent, { width: 110 }),
  unit.date('In force since', (type) => type.effectiveDate, { width: 115 }),
]
const editedUnitColumns = [
  ...unitColumns,
  unit.node('Change', (type) => <UnitTypeButtons unitType={type} />, { width: 140 }),
]

const col = columns<Rent>()

const tones = { 'In force': 'green', 'To come': 'blue', Past: 'gray' } as const

const buildRentColumns = (detail: PropertyDetail, editable: boolean) => [
  col.text('Unit type', (rent) => rent.roomTypeName, { width: 150 }),
  col.text('Rent type', (rent) => rent.rentTypeName, { width: 140 }),
  col.bool('Existing tenants', (rent) => rent.existingTenants, { width: 110 }),
  col.chip(
    'Standing',
    (rent) => rent.standing,
    (rent) => tones[rent.standing],
    { width: 110 },
  ),
  col.date('Effective', (rent) => rent.effectiveDate, { width: 110 }),
  col.number('Units', (rent) => rent.unitsHeld ?? rent.units ?? rent.count, { width: 80 }),
  col.money('Monthly rent', (rent) => rent.rent, { width: 120 }),
  col.money('Utility allowance', getAllowance, { width: 130 }),
  col.money('Gross rent', computeGrossRent, { width: 110 }),
  col.number('Income limit (percent)', (rent) => rent.incomeLimitPercent, { width: 150 }),
  ...(editable
    ? [col.node('Change', (rent: Rent) => <RentButtons rent={rent} detail={detail} />, { width: 150 })]
    : []),
]

/**
 * The tab with a property's unit types and rents in force, its gross potential rent, and all its rents.
 */
export function UnitsAndRents({ detail, editable }: { detail: PropertyDetail; editable: boolean }) {
  const params = { propertyId: detail.propertyId }
  const rents = useCall(getProjectAllRents, { params })
  const potential = useCall(getCurrentGrossPotentialRent, { params })
  const history = useMemo(() => buildRentColumns(detail, editable), [detail, editable])
  return (
    <div className={styles.panel}>
      <Facts
        facts={[
          { label: 'Units', value: formatNumber(detail.totalUnits) },
          { label: 'Low-income units', value: formatNumber(detail.lowIncomeUnits) },
          { label: 'Gross potential rent, a year', value: formatMoney(potential) },
          { label: 'Gross potential rent, a month', value: formatMoney(sumMoney([potential]) / 12) },
        ]}
      />
      <div className={styles.bar}>
        <h2>Unit types</h2>
        {editable && <UnitTypeDialog propertyId={detail.propertyId} />}
      </div>
      <DataTable
        caption="Unit types"
        rows={detail.roomTypes}
        columns={editable ? editedUnitColumns : unitColumns}
        rowKey={(type) => type.projectRoomTypeId}
        plain
        height="none"
        empty="No unit types yet."
      />
      <div className={styles.bar}>
        <h2>Rents</h2>
        {editable && detail.roomTypes.length > 0 && <RentDialog detail={detail} />}
      </div>
      <DataTable
        caption="Rents by unit type"
        rows={rents}
        columns={history}
        rowKey={(rent) => rent.propertyRentId}
        height="none"
        csvName="rents"
        empty="No rents yet."
      />
    </div>
  )
}
