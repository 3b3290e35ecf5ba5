import { Alert, Fieldset, Stack } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { getActiveVendors } from '#ground/vendors/model/index.ts'
import { useSession } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { LineItems } from '#ui/form/LineItems.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { requestTypes } from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { type FormItem, strictSchema, valuesOf } from './formSchema.ts'
import { ItemDetails } from './ItemDetails.tsx'
import type { Detail } from './types.ts'
import { useRequestSaving } from './useRequestSaving.ts'
import { useCategories, Warnings } from './Warnings.tsx'

const blankItem = {
  replacementReserveRequestItemId: 0,
  categoryId: null,
  descriptionOfWork: null,
  location: null,
  quantity: null,
  age: null,
  vendorId: null,
  newVendor: false,
  invoiceNumber: null,
  invoiceDate: null,
  checkNumber: null,
  claimedAmount: null,
  duplicateInvoiceComment: null,
  payVendorDirectly: false,
}
const AUTOSAVE_SECONDS = 20

/** A request while its company writes it: saved as it goes, checked as a whole when submitted. */
export function RequestForm({ detail: first }: { detail: Detail }) {
  const { latest, known, save, send, refresh } = useRequestSaving(first)
  const { userId } = useSession()
  const confirm = useConfirm()
  const schema = useMemo(() => strictSchema(() => known.current), [known])
  const values = useMemo(() => valuesOf(first), [first])
  const stored = latest.replacementReserveRequestId > 0
  const ask = async () =>
    (await confirm({ title: 'Submit this request?', text: flow.steps.submit?.confirm ?? '', confirmLabel: 'Submit' }))
      .confirmed
  return (
    <Screen
      title={stored ? `Replacement reserve request ${latest.requestNumber}` : 'New replacement reserve request'}
      breadcrumbs={[
        { label: 'Replacement reserve', to: '/ReplacementReserveMultiNav' },
        { label: first.propertyName, to: `/ReplacementReserveList/${first.propertyId}` },
      ]}
    >
      {latest.returnReason && (
        <Alert color="red" title="The agency returned this request for correction">
          {latest.returnReason}
        </Alert>
      )}
      <Form
        schema={schema}
        values={values}
        onSave={save}
        onSubmit={send}
        autosave={AUTOSAVE_SECONDS}
        draftKey={`${userId}/ReplacementReserve/${latest.replacementReserveRequestId}/${first.propertyId}`}
      >
        <Stack gap="md">
          <ErrorSummary />
          <Fieldset legend="Request">
            <Field
              name="requestType"
              options={requestTypes.map((type) => ({ value: type, label: type }))}
              help="Reimbursement: the work is done and paid. Advance review: approval before the work."
              width={260}
            />
            <Field name="description" rows={3} />
            <Field name="instructions" rows={2} />
          </Fieldset>
          <Items detail={latest} onChanged={refresh} />
          <Field name="certified" />
          <FormButtons submit="Submit request" confirm={ask} />
        </Stack>
      </Form>
    </Screen>
  )
}

/** The vendors on the list, and those of the items that the agency has not put there yet. */
function vendorOptions(listed: readonly { vendorId: number; name: string }[], items: Detail['items']) {
  const options = new Map(listed.map((vendor) => [vendor.vendorId, vendor.name]))
  for (const { vendorId, vendorName } of items) if (vendorId && vendorName) options.set(vendorId, vendorName)
  return [...options].map(([value, label]) => ({ value, label }))
}

const noItems: FormItem[] = []

function Items({ detail, onChanged }: { detail: Detail; onChanged: () => Promise<void> }) {
  const { form } = useFormParts()
  const categories = useCategories()
  const vendors = useCall(getActiveVendors, { params: { id: 0 } })
  const [totals, setTotals] = useState<Record<string, number>>({})
  const requestType = useWatch({ control: form.control, name: 'requestType' }) as string
  const items = (useWatch({ control: form.control, name: 'items' }) as FormItem[] | undefined) ?? noItems
  const columns = useMemo(() => {
    const invoice = [
      { name: 'invoiceNumber', width: 92 },
      { name: 'invoiceDate', width: 122 },
      { name: 'checkNumber', width: 80 },
    ]
    return [
      {
        name: 'categoryId',
        width: 130,
        options: categories.map((one) => ({ value: one.replacementReserveCategoryId, label: one.name })),
      },
      { name: 'descriptionOfWork' },
      { name: 'location', width: 95 },
      {
        name: 'vendorId',
        width: 140,
        creatable: true,
        options: vendorOptions(vendors, detail.items),
      },
      // Before the work there is nothing to pay back yet: bids instead of an invoice.
      ...(requestType === 'Advance review' ? [] : invoice),
      { name: 'claimedAmount', width: 112, total: true, rounding: false },
    ]
  }, [categories, vendors, detail.items, requestType])
  const details = useCallback(
    (index: number) => <ItemDetails index={index} detail={detail} requestType={requestType} onChanged={onChanged} />,
    [detail, requestType, onChanged],
  )
  return (
    <>
      <LineItems
        name="items"
        columns={columns}
        blank={blankItem}
        onTotals={setTotals}
        renderDetail={details}
        detailLabel="Details"
      />
      <BalancePanel detail={detail} total={totals.claimedAmount ?? 0} word="claimed" />
      <Warnings detail={detail} items={items} />
    </>
  )
}
