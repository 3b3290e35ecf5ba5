import { Button, Table } from '@mantine/core'
import { Suspense } from 'react'
import type { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { type FeeUseLine, feeTypes, propertyFees } from '../model/calls.ts'
import { PropertyManagementFee } from '../model/entities.ts'

const schema = PropertyManagementFee.row.omit({ propertyManagementFeeId: true, propertyId: true })

const Field = getField(schema)

const alsoDrops = ['ManagementFeeMax']

/** The dialog for the fee types of a property: lists the stored ones and adds another from a day on. */
export function PropertyFeeTypeDialog({ line, onClose }: { line: FeeUseLine; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={`Kind of fee of ${line.propertyName}`} size="lg">
      <Suspense>
        <FeeTypeForm line={line} onDone={onClose} />
      </Suspense>
    </Dialog>
  )
}

function FeeTypeForm({ line, onDone }: { line: FeeUseLine; onDone: () => void }) {
  const types = useCall(feeTypes.getAll, {})
  const kinds = useCall(propertyFees.getAll, {}).filter((item) => item.propertyId === line.propertyId)
  const create = useSend(propertyFees.create, { alsoDrops, quiet: true })
  const options = types.map((type) => ({ value: type.managementFeeTypeId, label: type.name }))
  const store = async (payload: Record<string, unknown>) => {
    const values: z.infer<typeof schema> = schema.parse(payload)
    await create({ body: { propertyId: line.propertyId, ...values } })
    notify(
      `The fee of ${line.propertyName} is judged so from ${formatDate(values.effectiveDate, 'MM/DD/YYYY')} on.`,
    )
    onDone()
  }
  return (
    <>
      <p>By occupied units, unless entered otherwise here.</p>
      <StoredFeeTypes kinds={kinds} options={options} />
      <Form
        schema={schema}
        values={{ managementFeeTypeId: null, effectiveDate: null, reason: null }}
        onSave={store}
        strict
        label="Kind of fee"
      >
        <ErrorSummary />
        <FieldRow>
          <Field name="managementFeeTypeId" options={options} />
          <Field name="effectiveDate" />
        </FieldRow>
        <Field name="reason" rows={2} />
        <FormButtons save="Save kind" primary />
      </Form>
    </>
  )
}

type Option = { value: number; label: string }

/** The table of the stored fee types, each with a button to remove it. */
function StoredFeeTypes({
  kinds,
  options,
}: {
  kinds: readonly Row<typeof PropertyManagementFee>[]
  options: readonly Option[]
}) {
  const remove = useSend(propertyFees.remove, { alsoDrops })
  if (kinds.length === 0) return null
  return (
    <Table>
      <Table.Tbody>
        {kinds.map(({ propertyManagementFeeId: id, managementFeeTypeId, effectiveDate, reason }) => (
          <Table.Tr key={id}>
            <Table.Th scope="row">From {formatDate(effectiveDate, 'MM/DD/YYYY')}</Table.Th>
            <Table.Td>{options.find((option) => option.value === managementFeeTypeId)?.label}</Table.Td>
            <Table.Td>{reason}</Table.Td>
            <Table.Td>
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={`Remove the kind from ${formatDate(effectiveDate, 'MM/DD/YYYY')}`}
                onClick={() => void remove({ params: { id } }).catch(() => undefined)}
              >
                Remove
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
