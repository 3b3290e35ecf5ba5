import { FieldRow, getField } from '#ui/form/Field.tsx'
import { FillFromZip } from './ZipFills.tsx'

type Address = Record<'address' | 'city' | 'state' | 'zip', string | null>
const Field = getField<Address>()

/**
 * The address fields of a form with `address`, `city`, `state` and `zip`. A typed ZIP code fills in the
 * city.
 */
export const AddressFields = () => (
  <>
    <Field name="address" />
    <FieldRow>
      <Field name="city" />
      <Field name="state" width={80} />
      <Field name="zip" width={130} />
      <FillFromZip />
    </FieldRow>
  </>
)
