import { z } from 'zod'
import { rentTypes, roomTypes as roomSizes } from '#core/platform/lookups/model/index.ts'
import { day, money, ref } from '#kernel/model/field.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { rents, roomTypes } from '../model/contentCalls.ts'
import { PropertyRent, PropertyRoomType } from '../model/entities.ts'
import { RecordDialog } from './RecordDialog.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { requireValue } from './required.ts'
import type { PropertyDetail } from './types.ts'
import { useWrite } from './useWrite.ts'

/** A unit type of a property. */
export type UnitType = PropertyDetail['roomTypes'][number]
/** A rent with the name of its unit type. */
export type RentLine = z.infer<typeof PropertyRent.row> & { roomTypeName: string }

const unitFields = PropertyRoomType.fields
const unitSchema = z.object({
  roomTypeId: requireValue(ref('Size', 'RoomType')),
  count: unitFields.count,
  specialNeedsCount: unitFields.specialNeedsCount,
  vacantCount: unitFields.vacantCount,
})

const UnitField = getField(unitSchema)

const noUnits = { roomTypeId: null, count: null, specialNeedsCount: 0, vacantCount: null }

/** The dialog that adds a unit type to a property, or changes `unitType`. */
export function UnitTypeDialog({ propertyId, unitType }: { propertyId: number; unitType?: UnitType }) {
  const write = useWrite()
  const sizes = useCall(roomSizes.getAll, {})
  const send = ({ roomTypeId, ...counts }: z.infer<typeof unitSchema>) => {
    const body = { propertyId, ...counts, ...(roomTypeId ? { roomTypeId } : {}) }
    return unitType
      ? write(
          roomTypes.update,
          { body: { ...body, projectRoomTypeId: unitType.projectRoomTypeId } },
          'The unit type is saved.',
        )
      : write(roomTypes.create, { body }, 'The unit type is added.')
  }
  return (
    <RecordDialog
      button={unitType ? 'Edit' : 'Add unit type'}
      {...(unitType ? { of: unitType.name, small: true } : {})}
      title={unitType ? `Units: ${unitType.name}` : 'New unit type'}
      save="Save unit type"
      schema={unitSchema}
      values={unitType ?? noUnits}
      send={send}
    >
      <UnitField
        name="roomTypeId"
        options={sizes.map((size) => ({ value: size.roomTypeId, label: size.name }))}
      />
      <FieldRow>
        <UnitField name="count" width={140} />
        <UnitField name="specialNeedsCount" width={180} />
        <UnitField name="vacantCount" width={140} />
      </FieldRow>
    </RecordDialog>
  )
}

const rentSchema = z.object({
  projectRoomTypeId: requireValue(ref('Unit type', 'ProjectRoomType')),
  rentTypeId: PropertyRent.fields.rentTypeId,
  existingTenants: PropertyRent.fields.existingTenants,
  units: PropertyRent.fields.units,
  rent: requireValue(money('Monthly rent')),
  utilityAllowance: requireValue(money('Utility allowance')),
  incomeLimitPercent: PropertyRent.fields.incomeLimitPercent,
  effectiveDate: requireValue(day('Effective')),
})

const RentField = getField(rentSchema)

const noRent = {
  projectRoomTypeId: null,
  rentTypeId: null,
  existingTenants: false,
  units: null,
  rent: null,
  utilityAllowance: null,
  incomeLimitPercent: null,
  effectiveDate: null,
}

function RentFields({ roomTypes: sizes }: { roomTypes: readonly UnitType[] }) {
  const kinds = useCall(rentTypes.getAll, {})
  const options = sizes.map((type) => ({ value: type.projectRoomTypeId, label: type.name }))
  return (
    <>
      <FieldRow>
        <RentField name="projectRoomTypeId" options={options} width={220} />
        <RentField
          name="rentTypeId"
          options={kinds.map((kind) => ({ value: kind.rentTypeId, label: kind.name }))}
          width={220}
        />
        <RentField name="units" width={240} help="Leave empty for all units no other rent holds for." />
      </FieldRow>
      <RentField name="existingTenants" />
      <FieldRow>
        <RentField name="rent" width={160} />
        <RentField name="utilityAllowance" width={160} />
        <RentField name="incomeLimitPercent" width={180} />
      </FieldRow>
      <RentField
        name="effectiveDate"
        width={200}
        help="The rent applies from this day until the next one of its unit type and rent type."
      />
    </>
  )
}

/** The dialog that adds a rent from a date on, or corrects `rent`. */
export function RentDialog({
  detail,
  rent,
}: {
  detail: Pick<PropertyDetail, 'propertyId' | 'roomTypes'>
  rent?: RentLine
}) {
  const write = useWrite()
  const { propertyId } = detail
  const send = ({ projectRoomTypeId, ...terms }: z.infer<typeof rentSchema>) => {
    const { rent: amount, utilityAllowance, effectiveDate, ...otherRows } = terms
    const body = {
      propertyId,
      projectRoomTypeId: projectRoomTypeId ?? 0,
      rent: amount ?? 0,
      utilityAllowance: utilityAllowance ?? 0,
      effectiveDate: effectiveDate ?? '',
      ...otherRows,
    }
    return rent
      ? write(rents.update, { body: { ...body, propertyRentId: rent.propertyRentId } }, 'The rent is saved.')
      : write(rents.create, { body }, 'The rent is added.')
  }
  return (
    <RecordDialog
      button={rent ? 'Edit' : 'Add rent'}
      {...(rent ? { of: `rent of ${rent.roomTypeName} from ${rent.effectiveDate}`, small: true } : {})}
      title={rent ? `Rent: ${rent.roomTypeName}` : 'New rent'}
      save="Save rent"
      schema={rentSchema}
      values={rent ?? noRent}
      send={send}
    >
      <RentFields roomTypes={detail.roomTypes} />
    </RecordDialog>
  )
}

/** The buttons to change and remove a unit type. */
export function UnitTypeButtons({ unitType }: { unitType: UnitType }) {
  const write = useWrite()
  const { propertyId, projectRoomTypeId, name } = unitType
  return (
    <>
      <UnitTypeDialog propertyId={propertyId} unitType={unitType} />
      <RemoveButton
        of={name}
        title={`Remove ${name}?`}
        text="The unit type leaves the property. It must have no rents."
        remove={() =>
          write(roomTypes.remove, { params: { id: projectRoomTypeId } }, 'The unit type is removed.')
        }
      />
    </>
  )
}

/** The buttons to change and remove a rent. */
export function RentButtons({
  rent,
  detail,
}: {
  rent: RentLine
  detail: Pick<PropertyDetail, 'propertyId' | 'roomTypes'>
}) {
  const write = useWrite()
  return (
    <>
      <RentDialog detail={detail} rent={rent} />
      <RemoveButton
        of={`rent of ${rent.roomTypeName} from ${rent.effectiveDate}`}
        title="Remove this rent?"
        text="Earlier computations do not change; the previous rent applies again."
        remove={() => write(rents.remove, { params: { id: rent.propertyRentId } }, 'The rent is removed.')}
      />
    </>
  )
}
