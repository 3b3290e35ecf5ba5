import { Alert, Button } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFault, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import type { Detail } from '../model/requests.ts'
import { ItemDocuments } from './ItemDocuments.tsx'
import type { FormItem } from './itemForm.ts'
import styles from './request.module.css'
import type { Matches } from './useDuplicates.ts'

function Duplicates({ duplicates }: { duplicates: Matches }) {
  return (
    <Alert color="yellow" title="This invoice may have been claimed before">
      <ul className={styles.list}>
        {duplicates.map((match) => (
          <li key={`${match.moduleName}-${match.itemId}`}>
            {match.message} {match.path && <Link to={match.path}>Open that request</Link>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** What opens below an item: age and quantity, the comment on a duplicate, payment, documents. */
export function ItemDetails({
  index,
  detail,
  requestType,
  duplicates,
  onChanged,
}: {
  index: number
  detail: Detail
  requestType: string
  /** Claims of the same invoice as it is typed. */
  duplicates: Matches
  onChanged: () => Promise<void>
}) {
  const { form } = useFormParts()
  const { save } = useFormActions()
  const item = useWatch({ control: form.control, name: `items.${index}` }) as FormItem | undefined
  const stored = detail.items.find(
    (one) => one.replacementReserveRequestItemId === item?.replacementReserveRequestItemId,
  )
  const documentFault = useFault(`items.${index}.documents`)
  const path = (name: string) => `items.${index}.${name}`
  if (!item) return null
  return (
    <div className={styles.details}>
      <FieldRow>
        <Field name={path('age')} label="Age of what is replaced, in years" width={220} />
        <Field name={path('quantity')} width={120} />
        <Field name={path('payVendorDirectly')} words="The agency pays the vendor directly (needs a W-9)" />
      </FieldRow>
      {duplicates.length > 0 && <Duplicates duplicates={duplicates} />}
      {(duplicates.length > 0 || item.duplicateInvoiceComment) && (
        <Field
          name={path('duplicateInvoiceComment')}
          rows={2}
          required={duplicates.some((one) => one.kind === 'hard')}
        />
      )}
      {stored ? (
        <ItemDocuments
          detail={detail}
          itemId={stored.replacementReserveRequestItemId}
          requestType={requestType}
          item={item}
          onChanged={onChanged}
          {...(documentFault ? { fault: documentFault } : {})}
          index={index}
        />
      ) : (
        <p>
          Documents can be attached once the item is saved.{' '}
          <Button size="xs" variant="default" onClick={() => void save()}>
            Save now
          </Button>
        </p>
      )}
    </div>
  )
}
