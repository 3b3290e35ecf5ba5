import { z } from 'zod'
import { rentTypes, roomTypes as roomSizes } from '#ground/platform/lookups/model/index.ts'
import { day, money, ref } from '#kernel/model/field.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { rents, roomTypes } from '../model/contentCalls.ts'
import { PropertyRent, PropertyRoomType } from '../model/entities.ts'
import { RecordDialog } from './RecordDialog.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { required } from './required.ts'
import type { Detail } from './types.ts'
import { useWrite } from './useWrite.ts'

export type UnitType = Detail['roomTypes'][number]
/** A rent of a unit type, with the words of the type. */
export type RentLine = z.infer<typeof PropertyRent.row> & { roomTypeName: string }

const unitFields = PropertyRoomType.fields
const unitSchema = z.object({
  roomTypeId: required(ref('Size', 'RoomType')),
  count: unitFields.count,
  specialNeedsCount: unitFields.specialNeedsCount,
  vacantCount: unitFields.vacantCount,
})
const noUnits = { roomTypeId: null, count: null, specialNeedsCount: 0, vacantCount: null }

/** Adds a unit type to a property, or changes one. */
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
      <Field
        name="roomTypeId"
        options={sizes.map((size) => ({ value: size.roomTypeId, label: size.name }))}
      />
      <FieldRow>
        <Field name="count" width={140} />
        <Field name="specialNeedsCount" width={180} />
        <Field name="vacantCount" width={140} />
      </FieldRow>
    </RecordDialog>
  )
}

const rentSchema = z.object({
  projectRoomTypeId: required(ref('Unit type', 'ProjectRoomType')),
  rentTypeId: PropertyRent.fields.rentTypeId,
  existingTenants: PropertyRent.fields.existingTenants,
  units: PropertyRent.fields.units,
  rent: required(money('Monthly rent')),
  utilityAllowance: required(money('Utility allowance')),
  incomeLimitPercent: PropertyRent.fields.incomeLimitPercent,
  effectiveDate: required(day('Effective')),
})
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
        <Field name="projectRoomTypeId" options={options} width={220} />
        <Field
          name="rentTypeId"
          options={kinds.map((kind) => ({ value: kind.rentTypeId, label: kind.name }))}
          width={220}
        />
        <Field name="units" width={240} help="Leave empty for all units no other rent holds for." />
      </FieldRow>
      <Field name="existingTenants" />
      <FieldRow>
        <Field name="rent" width={160} />
        <Field name="utilityAllowance" width={160} />
        <Field name="incomeLimitPercent" width={180} />
      </FieldRow>
      <Field
        name="effectiveDate"
        width={200}
        help="The rent applies from this day until the next one of its unit type and rent type."
      />
    </>
  )
}

/** Adds a rent from a date on, or corrects one. */
export function RentDialog({
  detail,
  rent,
}: {
  detail: Pick<Detail, 'propertyId' | 'roomTypes'>
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

/** The buttons of a unit type's row. */
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

/** The buttons of a rent's row. */
export function RentButtons({
  rent,
  detail,
}: {
  rent: RentLine
  detail: Pick<Detail, 'propertyId' | 'roomTypes'>
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
