import { Alert } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { ReadAmounts } from '#core/platform/files/web/index.ts'
import { getReviewKey } from '#engines/review/model/index.ts'
import { getField } from '#ui/form/Field.tsx'
import { fieldId, useFault, useFormParts } from '#ui/form/formContext.ts'
import { ItemDocumentPlace, SaveFirstNotice } from './DocumentPlace.tsx'
import type { InvoicedFormItem } from './itemForm.ts'
import styles from './items.module.css'
import type { DuplicateMatches, InvoicedRequest, ItemKind } from './kind.ts'

/** Returns the path of a field of the item in the form. */
type ItemPath = <Name extends string>(name: Name) => `items.${number}.${Name}`

const Field = getField<{ items: InvoicedFormItem[] }>()
const PaidField = getField<{ items: (InvoicedFormItem & { location: string | null })[] }>()

type DetailsProps<Detail = InvoicedRequest> = {
  index: number
  detail: Detail
  onChanged: () => Promise<unknown>
}

/** The props of the fields below an item. `path` returns the name of one of the item’s fields in the form. */
export type ItemDetailProps<Item, Detail> = DetailsProps<Detail> & {
  item: Item
  /** Earlier claims of the typed invoice. */
  duplicates: DuplicateMatches
  path: ItemPath
}

/** Renders the fields that open below an item, with the item’s current values in the form. */
export function OpenItemDetails<Item, Detail>({
  Details,
  ...part
}: Omit<ItemDetailProps<Item, Detail>, 'item' | 'path'> & {
  Details: ComponentType<ItemDetailProps<Item, Detail>>
}) {
  const { form } = useFormParts<{ items: InvoicedFormItem[] }>()
  const item = useWatch({ control: form.control, name: `items.${part.index}` }) as Item | undefined
  return item && <Details {...part} item={item} path={(name) => `items.${part.index}.${name}` as const} />
}

/** The fields for the location of an item and for who pays its vendor. */
export const PaidFields = ({ path }: Pick<ItemDetailProps<never, never>, 'path'>) => (
  <>
    <PaidField name={path('location')} width={220} />
    <PaidField name={path('payVendorDirectly')} words="The agency pays the vendor directly (needs a W-9)" />
  </>
)

/**
 * The content that opens below an item: its further fields (`children`), the comment on a duplicate, and its
 * documents.
 */
export function ItemDetails({
  item,
  path,
  duplicates,
  needed,
  further,
  children,
  ...part
}: ItemDetailProps<InvoicedFormItem, InvoicedRequest> & {
  kind: ItemKind
  /** The types of document that the item needs, and further types that it may have. */
  needed: readonly string[]
  further: readonly string[]
  children: ReactNode
}) {
  const { entity } = part.kind
  const stored = part.detail.items.find(
    (storedItem) => getReviewKey(entity, storedItem) === getReviewKey(entity, item),
  )
  return (
    <div className={styles.details}>
      {children}
      {duplicates.length > 0 && <Duplicates duplicates={duplicates} />}
      {(duplicates.length > 0 || item.duplicateInvoiceComment) && (
        <Field
          name={path('duplicateInvoiceComment')}
          rows={2}
          required={duplicates.some((duplicate) => duplicate.kind === 'hard')}
        />
      )}
      {stored ? (
        <DocumentPlaces {...part} itemId={getReviewKey(entity, stored)} needed={needed} further={further} />
      ) : (
        <SaveFirstNotice what="the item" />
      )}
    </div>
  )
}

function Duplicates({ duplicates }: { duplicates: DuplicateMatches }) {
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

type PlacesProps = DetailsProps & {
  kind: ItemKind
  itemId: number
  needed: readonly string[]
  further: readonly string[]
}

function DocumentPlaces({ index, itemId, needed, further, ...part }: PlacesProps) {
  const { id, form } = useFormParts<{ items: InvoicedFormItem[] }>()
  const take = (amount: number) =>
    form.setValue(`items.${index}.claimedAmount`, amount, { shouldDirty: true })
  const fault = useFault(`items.${index}.documents`)
  return (
    <section
      aria-label={`Documents of item ${index + 1}`}
      id={fieldId(id, `items.${index}.documents`)}
      tabIndex={-1}
    >
      {fault && <p className={styles.fault}>{fault}</p>}
      <ReadAmounts files={part.detail.files.filter((file) => file.itemId === itemId)} onTake={take} />
      <div className={styles.places}>
        {[...needed, ...further].map((documentType) => (
          <ItemDocumentPlace
            key={documentType}
            {...part}
            documentType={documentType}
            itemId={itemId}
            label={`${documentType}, item ${index + 1}`}
            required={needed.includes(documentType)}
          />
        ))}
      </div>
    </section>
  )
}
