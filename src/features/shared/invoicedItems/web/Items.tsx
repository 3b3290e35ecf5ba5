import { type ComponentType, type ReactNode, useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { documentLimits, loadFile, toFileEntry } from '#core/platform/files/web/index.ts'
import { getReviewKey } from '#engines/review/model/index.ts'
import { DocumentDrop } from '#ui/form/DocumentDrop.tsx'
import { DocumentMarks } from '#ui/form/DocumentMarks.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import type { Line, LineColumn } from '#ui/form/lines.ts'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import { DuplicateWarning } from './DuplicateWarning.tsx'
import { type ItemDetailProps, OpenItemDetails } from './ItemDetails.tsx'
import { getBlankItem, type InvoicedFormItem } from './itemForm.ts'
import type { InvoicedRequest, ItemKind } from './kind.ts'
import { useDuplicates } from './useDuplicates.ts'
import { type ItemDocuments, useItemDocuments } from './useItemDocuments.ts'
import { useRemoval } from './useRemoval.tsx'

const LineItems = getLineItems<{ items: Line[] }>()

const NO_ITEMS: never[] = []
const HELP =
  'Matched by file name: item, invoice or check number, or unit, such as “check 4144.pdf” or “item 3 photo.jpg”.'

type RequiredDocuments = { kind: string; wanted: number }

type ItemsProps<Item extends InvoicedFormItem, Detail extends InvoicedRequest = InvoicedRequest> = {
  kind: ItemKind
  detail: Detail
  /** A reference to the request in the server’s last answer, which is current even directly after a save. */
  known: { current: InvoicedRequest }
  refresh: () => Promise<unknown>
  mostItems: number
  columns: readonly LineColumn<Item>[]
  /** Columns that people may paste in addition to the visible ones. */
  paste?: readonly LineColumn<Item>[]
  /** The types of document of items, with words in file names by which each type is guessed. */
  documentKinds: readonly DocumentKind[]
  /** Returns the documents that an item must have. A pasted amount that cannot be read counts as none. */
  wantedOf: (item: Item) => readonly RequiredDocuments[]
  /** The types of document that have their own place with the request. */
  ofRequest?: readonly string[]
  /** Renders the fields that open below an item. */
  Details: ComponentType<ItemDetailProps<Item, Detail>>
  /** Renders content below the items from their typed values. */
  below: (items: readonly Item[]) => ReactNode
}

/**
 * The form of a request’s items. People paste or type them, and drop documents for all items or for one.
 */
export function InvoicedItems<Item extends InvoicedFormItem, Detail extends InvoicedRequest>(
  props: ItemsProps<Item, Detail>,
) {
  const { kind, detail, known: requestRef, refresh, Details } = props
  const { form } = useFormParts<{ items: InvoicedFormItem[] }>()
  const items = (useWatch({ control: form.control, name: 'items' }) as Item[] | undefined) ?? NO_ITEMS
  const readItems = useMemo(() => items.map(withReadableAmount), [items])
  const duplicates = useDuplicates(kind, items, getReviewKey(kind.review.entity, detail))
  const details = useCallback(
    (index: number) => (
      <OpenItemDetails
        Details={Details}
        index={index}
        detail={detail}
        duplicates={duplicates[index] ?? NO_ITEMS}
        onChanged={refresh}
      />
    ),
    [Details, detail, refresh, duplicates],
  )
  const documents = useItemDocuments(kind, requestRef)
  const { marks, inPlace, wanted: requiredCount } = useMarks(props, readItems)
  const removal = useRemoval(kind, detail, refresh, documents)
  const blank = useMemo(() => getBlankItem(kind.entity), [kind])
  return (
    <>
      <LineItems
        name="items"
        columns={props.columns}
        blank={blank}
        maxLines={props.mostItems}
        paste={props.paste ?? NO_ITEMS}
        marks={marks}
        onRemove={removal.onRemove}
        renderDetail={details}
        detailLabel="Details"
      />
      {removal.dialog}
      <Documents {...props} documents={documents} inPlace={inPlace} wanted={requiredCount} />
      <DuplicateWarning duplicates={duplicates} />
      {props.below(readItems)}
    </>
  )
}

type DocumentsProps = Pick<
  ItemsProps<never>,
  'kind' | 'detail' | 'refresh' | 'columns' | 'documentKinds' | 'ofRequest'
> & {
  documents: ItemDocuments
  inPlace: number
  wanted: number
}

/** The place where people drop the documents of all items at once. */
function Documents({
  kind,
  detail,
  refresh,
  documentKinds,
  ofRequest = [],
  documents,
  inPlace,
  wanted,
}: DocumentsProps) {
  const unassignedFiles = detail.files.filter(
    (file) => file.itemId === null && !ofRequest.includes(file.documentType ?? ''),
  )
  return (
    <DocumentDrop
      list="items"
      noun="Item"
      place="location"
      kinds={documentKinds}
      help={HELP}
      {...documentLimits}
      inPlace={inPlace}
      wanted={wanted}
      loose={unassignedFiles.map((file) => ({ ...toFileEntry(file), kind: file.documentType }))}
      isStored={getReviewKey(kind.review.entity, detail) > 0}
      send={documents.send}
      move={(file, documentType, lines) => documents.place(Number(file.id), documentType, lines)}
      onRemove={(file) => documents.remove(Number(file.id))}
      load={loadFile}
      onChanged={refresh}
    />
  )
}

/** Returns the item with null instead of a pasted amount that could not be read. */
const withReadableAmount = <Item extends InvoicedFormItem>(item: Item): Item =>
  typeof item.claimedAmount === 'number' ? item : { ...item, claimedAmount: null }

/**
 * Returns the column with the documents that each item has and needs. Its identity changes only if they
 * change, so that it does not render on every key.
 */
function useMarks<Item extends InvoicedFormItem>(
  { kind, detail, wantedOf }: Pick<ItemsProps<Item>, 'kind' | 'detail' | 'wantedOf'>,
  items: readonly Item[],
) {
  const serialized = JSON.stringify(items.map((item) => getMarks(kind, detail, item, wantedOf(item))))
  return useMemo(() => {
    const all = JSON.parse(serialized) as ReturnType<typeof getMarks>[]
    const requiredCount = all.flat().reduce((sum, item) => sum + item.wanted, 0)
    const inPlace = all.flat().reduce((sum, item) => sum + Math.min(item.have, item.wanted), 0)
    const missing = requiredCount - inPlace
    const marks = {
      label: 'Documents',
      width: 158,
      render: (index: number, open: () => void) => (
        <DocumentMarks line={`item ${index + 1}`} marks={all[index] ?? []} onOpen={open} />
      ),
      total:
        requiredCount > 0
          ? `${inPlace} of ${requiredCount}${missing > 0 ? `, ${missing} missing` : ''}`
          : null,
    }
    return { marks, inPlace, wanted: requiredCount }
  }, [serialized])
}

const getMarks = (
  { entity }: ItemKind,
  { files }: InvoicedRequest,
  item: InvoicedFormItem,
  requiredDocuments: readonly RequiredDocuments[],
) =>
  requiredDocuments.map((document) => {
    const id = getReviewKey(entity, item) || item.formerId
    const have = files.filter(
      (file) => id && file.itemId === id && file.documentType === document.kind,
    ).length
    return { ...document, have }
  })
