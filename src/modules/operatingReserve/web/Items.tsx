import { Alert, Button } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { getActiveVendors, normaliseVendorName } from '#ground/vendors/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { fieldId, useFault, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { LineItems } from '#ui/form/LineItems.tsx'
import type { Detail } from '../model/operating.ts'
import { documentsWanted, MOST_ITEMS } from '../model/rules.ts'
import { DocumentPlace } from './Documents.tsx'
import { blankItem, type FormItem } from './itemForm.ts'
import styles from './operating.module.css'

/** The costs of a request while it is written, each with its documents. */
export function Items({ detail, refresh }: PartProps<Detail>) {
  const vendors = useCall(getActiveVendors, { params: { id: 0 } })
  const columns = useMemo(() => columnsOf(detail, vendors), [detail, vendors])
  const details = useCallback(
    (index: number) => <ItemDetails index={index} detail={detail} onChanged={refresh} />,
    [detail, refresh],
  )
  return (
    <LineItems
      name="items"
      columns={columns}
      blank={blankItem}
      maxLines={MOST_ITEMS}
      renderDetail={details}
      detailLabel="Details"
    />
  )
}

function columnsOf({ types, items }: Detail, vendors: readonly { vendorId: number; name: string }[]) {
  const names = new Map(vendors.map((vendor) => [vendor.vendorId, vendor.name]))
  for (const { vendorId, vendorName } of items) if (vendorId && vendorName) names.set(vendorId, vendorName)
  return [
    {
      name: 'operatingReserveRequestTypeId',
      width: 170,
      required: true,
      options: types.map((type) => ({ value: type.operatingReserveRequestTypeId, label: type.name })),
      headings: ['Kind', 'Type'],
    },
    { name: 'description', required: true, headings: ['Cost', 'Item'] },
    {
      name: 'vendorId',
      width: 160,
      required: true,
      creatable: 'vendor',
      options: [...names].map(([value, label]) => ({ value, label })),
      headings: ['Vendor name', 'Payee', 'Paid to'],
      sameAs: (label: string, typed: string) => normaliseVendorName(label) === normaliseVendorName(typed),
    },
    { name: 'invoiceNumber', width: 100, headings: ['Invoice'] },
    { name: 'invoiceDate', width: 122, headings: ['Date'] },
    { name: 'checkNumber', width: 84, headings: ['Check'] },
    {
      name: 'claimedAmount',
      width: 110,
      required: true,
      total: true,
      rounding: false,
      headings: ['Amount', 'Claimed'],
    },
  ]
}

type Part = { index: number; detail: Detail; onChanged: () => Promise<void> }

/** What opens below an item: what its kind of cost asks for, payment, and documents. */
function ItemDetails({ index, detail, onChanged }: Part) {
  const { form } = useFormParts()
  const item = useWatch({ control: form.control, name: `items.${index}` }) as FormItem | undefined
  if (!item) return null
  const type = detail.types.find((one) => one.operatingReserveRequestTypeId === item.operatingReserveRequestTypeId)
  const stored = detail.items.find((one) => one.operatingReserveRequestItemId === item.operatingReserveRequestItemId)
  const path = (name: string) => `items.${index}.${name}`
  return (
    <div className={styles.details}>
      <FieldRow>
        {type?.name === 'Other' && <Field name={path('otherDescription')} required />}
        <Field name={path('location')} width={220} />
        <Field name={path('payVendorDirectly')} words="The agency pays the vendor directly (needs a W-9)" />
      </FieldRow>
      {type?.forHousehold && (
        <FieldRow>
          <Field name={path('headOfHousehold')} required width={240} />
          <Field name={path('income')} width={140} />
          <Field name={path('numInHousehold')} required width={140} />
          <Field name={path('effectiveDate')} required width={160} />
          <Field name={path('serviceRequested')} required />
        </FieldRow>
      )}
      {stored && stored.duplicates.length > 0 && (
        <Alert color="yellow" title="This invoice may have been claimed before">
          {stored.duplicates.map((match) => (
            <p key={`${match.moduleName}-${match.itemId}`}>
              {match.message} {match.path && <Link to={match.path}>Open that request</Link>}
            </p>
          ))}
        </Alert>
      )}
      {(item.duplicateInvoiceComment || (stored?.duplicates.length ?? 0) > 0) && (
        <Field name={path('duplicateInvoiceComment')} rows={2} />
      )}
      {stored ? <Papers index={index} detail={detail} onChanged={onChanged} item={item} /> : <SaveFirst />}
    </div>
  )
}

function Papers({ index, detail, onChanged, item }: Part & { item: FormItem }) {
  const { id } = useFormParts()
  const fault = useFault(`items.${index}.documents`)
  const needsInvoice = detail.types.some(
    (one) => one.operatingReserveRequestTypeId === item.operatingReserveRequestTypeId && one.needsInvoice,
  )
  const needed = documentsWanted(needsInvoice, item.payVendorDirectly)
  const kinds = [...needed, ...(item.payVendorDirectly ? ['W-9'] : []), ...(needsInvoice ? [] : ['Invoice']), 'Other']
  return (
    <section aria-label={`Documents of item ${index + 1}`} id={fieldId(id, `items.${index}.documents`)} tabIndex={-1}>
      {fault && <p className={styles.fault}>{fault}</p>}
      <div className={styles.places}>
        {kinds.map((kind) => (
          <DocumentPlace
            key={kind}
            detail={detail}
            kind={kind}
            itemId={item.operatingReserveRequestItemId ?? null}
            label={`${kind}, item ${index + 1}`}
            required={needed.includes(kind)}
            onChanged={onChanged}
          />
        ))}
      </div>
    </section>
  )
}

/** Documents of a cost, or of the request, are kept with what is stored. */
export function SaveFirst() {
  const { save } = useFormActions()
  return (
    <p>
      Documents can be attached once this is saved.{' '}
      <Button size="xs" variant="default" onClick={() => void save()}>
        Save now
      </Button>
    </p>
  )
}
