import { counties } from '#core/platform/lookups/model/index.ts'
import { FillFromZip } from '#core/platform/lookups/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { housingTypes } from '../model/entities.ts'
import { propertySchema } from './propertyForm.ts'

const Field = getField(propertySchema)

const housing = housingTypes.map((type) => ({ value: type, label: type }))
const months = Array.from({ length: 12 }, (_, month) => ({
  value: month + 1,
  label: new Date(Date.UTC(2000, month)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
}))

/** The form fields for the identity, ownership and programs of a property. */
export function IdentityFields() {
  return (
    <>
      <FieldRow>
        <Field name="name" />
        <Field name="agencyNumber" width={180} />
        <Field name="housingType" options={housing} width={180} />
      </FieldRow>
      <FieldRow>
        <Field name="totalUnits" width={140} />
        <Field name="lowIncomeUnits" width={160} />
        <Field name="yearBuilt" plain width={120} />
      </FieldRow>
      <FieldRow>
        <Field name="ownerName" />
        <Field name="billingAddress" help="Where bills go; leave empty for the company’s address." />
      </FieldRow>
      <FieldRow>
        <Field name="ownerManaged" />
        <Field name="averageIncomeTest" />
        <Field name="nonCompliant" />
        <Field name="monitoredForReserves" />
      </FieldRow>
    </>
  )
}

/** The form fields for the location of a property. */
export function LocationFields() {
  const options = useCall(counties.getAll, {}).map((county) => ({
    value: county.countyId,
    label: county.state === 'MO' ? county.name : `${county.name}, ${county.state}`,
  }))
  return (
    <>
      <FieldRow>
        <Field name="address" />
        <Field name="city" />
        <Field name="state" width={80} />
        <Field name="zip" width={130} />
        <FillFromZip />
      </FieldRow>
      <FieldRow>
        <Field name="countyId" options={options} />
        <Field name="congressionalDistrict" width={200} />
        <Field name="latitude" plain width={150} />
        <Field name="longitude" plain width={150} />
      </FieldRow>
    </>
  )
}

/** The form fields for a property's dates. `computed` is true if its extended-use date was computed. */
export function DateFields({ computed = false }: { computed?: boolean }) {
  return (
    <>
      <FieldRow>
        <Field name="serviceDate" width={200} />
        <Field name="extendedUseDate" width={200} />
        <Field
          name="fiscalYearEndMonth"
          kind="choice"
          options={months}
          label="Fiscal year ends in"
          width={200}
        />
      </FieldRow>
      {computed && (
        <Field
          name="extendedUseComputed"
          words="The date on which extended use ends is computed, not recorded"
          help="Typing another date, or clearing this mark, makes it the recorded one."
        />
      )}
    </>
  )
}
