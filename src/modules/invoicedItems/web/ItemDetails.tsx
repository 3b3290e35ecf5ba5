import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { keyOf } from '#review/model/index.ts'
import { Field } from '#ui/form/Field.tsx'
import { fieldId, useFault, useFormParts } from '#ui/form/formContext.ts'
import { DocumentPlace, SaveFirst } from './DocumentPlace.tsx'
import type { InvoicedFormItem } from './itemForm.ts'
import styles from './items.module.css'
import type { ItemKind, Matches, RequestOfItems } from './kind.ts'

type Part = {
  kind: ItemKind
  index: number
  detail: RequestOfItems
  onChanged: () => Promise<void>
}

/** What opens below an item: its own fields (`children`), the comment on a duplicate, and its documents. */
export function ItemDetails({
  duplicates,
  places,
  children,
  ...part
}: Part & {
  /** Claims of the same invoice as it is typed. */
  duplicates: Matches
  /** Kinds of document it has a place for. */
  places: readonly { kind: string; required: boolean }[]
  children: ReactNode
}) {
  const { form } = useFormParts()
  const item = useWatch({ control: form.control, name: `items.${part.index}` }) as InvoicedFormItem | undefined
  if (!item) return null
  const { entity } = part.kind
  const stored = part.detail.items.find((one) => keyOf(entity, one) === keyOf(entity, item))
  return (
    <div className={styles.details}>
      {children}
      {duplicates.length > 0 && <Duplicates duplicates={duplicates} />}
      {(duplicates.length > 0 || item.duplicateInvoiceComment) && (
        <Field
          name={`items.${part.index}.duplicateInvoiceComment`}
          rows={2}
          required={duplicates.some((one) => one.kind === 'hard')}
        />
      )}
      {stored ? <Places {...part} itemId={keyOf(entity, stored)} places={places} /> : <SaveFirst what="the item" />}
    </div>
  )
}

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

type PlacesProps = Part & { itemId: number; places: readonly { kind: string; required: boolean }[] }

function Places({ index, itemId, places, ...part }: PlacesProps) {
  const { id } = useFormParts()
  const fault = useFault(`items.${index}.documents`)
  return (
    <section aria-label={`Documents of item ${index + 1}`} id={fieldId(id, `items.${index}.documents`)} tabIndex={-1}>
      {fault && <p className={styles.fault}>{fault}</p>}
      <div className={styles.places}>
        {places.map(({ kind: documentType, required }) => (
          <DocumentPlace
            key={documentType}
            {...part}
            documentType={documentType}
            itemId={itemId}
            label={`${documentType}, item ${index + 1}`}
            required={required}
          />
        ))}
      </div>
    </section>
  )
}
