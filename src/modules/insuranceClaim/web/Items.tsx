import { Alert } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { formatMoney } from '#kernel/model/money.ts'
import { drawnBy } from '#modules/invoicedItems/model/index.ts'
import {
  claimedColumn,
  ItemDetails,
  Items as ItemsOfRequest,
  invoiceColumns,
  type Matches,
  paidKinds,
  useVendorOptions,
  vendorColumn,
  w9Kind,
} from '#modules/invoicedItems/web/index.ts'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { documentsWanted, MOST_ITEMS, requestWarnings } from '../model/requestRules.ts'
import type { Detail } from '../model/requests.ts'
import { type FormItem, kind } from './kind.ts'

const photo: DocumentKind = { kind: 'Photo', words: ['photo', 'picture', 'pic', 'img', 'image', 'before', 'after'] }
const documentKinds = [...paidKinds, photo, w9Kind]
const pastedBeside = [{ name: 'location', headings: ['Unit', 'Units', 'Building', 'Where'] }]

/** The repairs of a request while it is written, each with its documents. */
export function Items({ detail, ...part }: PartProps<Detail> & { known: { current: Detail } }) {
  const vendors = useVendorOptions(detail.items)
  const columns = useMemo(
    () => [
      { name: 'description', required: true, headings: ['Repair', 'Item', 'Work', 'Cost'] },
      { ...vendorColumn(vendors), required: true },
      ...invoiceColumns,
      { ...claimedColumn, required: true },
    ],
    [vendors],
  )
  const details = useCallback(
    (index: number, duplicates: Matches) => (
      <Details index={index} detail={detail} duplicates={duplicates} onChanged={part.refresh} />
    ),
    [detail, part.refresh],
  )
  return (
    <ItemsOfRequest<FormItem>
      kind={kind}
      detail={detail}
      {...part}
      mostItems={MOST_ITEMS}
      columns={columns}
      paste={pastedBeside}
      documentKinds={documentKinds}
      wantedOf={(item) => documentsWanted(item.payVendorDirectly).map((one) => ({ kind: one, wanted: 1 }))}
      renderDetail={details}
      below={(items) => <Asked detail={detail} total={drawnBy(items)} />}
    />
  )
}

/** What is asked for beside what the agency holds of the claim. */
function Asked({ detail: { claim }, total }: { detail: Detail; total: number }) {
  const found = requestWarnings(total, claim)
  return (
    <>
      <Facts
        facts={[
          { label: 'Asked for', value: formatMoney(total) },
          { label: 'Held and not approved yet', value: formatMoney(claim.available) },
        ]}
      />
      {found.length > 0 && <Alert color="yellow">{found.join(' ')}</Alert>}
    </>
  )
}

type DetailsProps = { index: number; detail: Detail; duplicates: Matches; onChanged: () => Promise<void> }

/** What opens below an item: where, how it is paid, and its documents. */
function Details(part: DetailsProps) {
  const { form } = useFormParts()
  const item = useWatch({ control: form.control, name: `items.${part.index}` }) as FormItem | undefined
  if (!item) return null
  const needed = documentsWanted(item.payVendorDirectly).map((one) => ({ kind: one, required: true }))
  const places = [...needed, ...(item.payVendorDirectly ? [{ kind: 'W-9', required: false }] : [])]
  return (
    <ItemDetails kind={kind} {...part} places={places}>
      <FieldRow>
        <Field name={`items.${part.index}.location`} width={220} />
        <Field
          name={`items.${part.index}.payVendorDirectly`}
          words="The agency pays the vendor directly (needs a W-9)"
        />
      </FieldRow>
    </ItemDetails>
  )
}
